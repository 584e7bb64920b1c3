// A mocha reporter: dots and failures as usual, then the counts alone on the last line, for machines.
const { reporters } = require("mocha");

module.exports = class ClosingLine extends reporters.Dot {
  epilogue() {
    super.epilogue();
    const { passes = 0, failures = 0 } = this.stats;
    process.stdout.write(`${passes} passed, ${failures} failed\n`);
  }
};

import { expect } from "chai";
import { renderReports } from "../../src/cli/human/report.ts";
import { styleFor } from "../../src/cli/human/style.ts";
import type { ValidationIssueReport } from "../../src/domain/report.ts";

const PAGE = { width: 40, style: styleFor({}, { NO_COLOR: "1" }), input: {}, names: new Map<string, string>() };

/** The line of an issue's excerpt, and the one below it. */
function excerptOf(narration: string, noun: string): string[] {
  return drawn(narration, [noun]).slice(1, 3);
}

function drawn(narration: string, nouns: readonly string[]): string[] {
  const issues = nouns.map((noun): ValidationIssueReport => {
    const start = narration.indexOf(noun);
    const occurrences = [{ start, end: start + noun.length, line: 1, column: start + 1 }];
    return { noun, kind: "no-match", suggestions: [], occurrences };
  });
  const report = { ok: false, extractedNames: [...nouns], issues };
  return renderReports([{ narration, report }], PAGE).split("\n");
}

describe("The excerpt of an issue", () => {
  it("is the line, with the words underlined", () => {
    expect(excerptOf("Hier.\nElle craint Zorvane.\nFin.", "Zorvane")).to.deep.equal([
      "  Elle craint Zorvane.",
      "              ~~~~~~~",
    ]);
  });

  it("is cut where the line is longer than the page, never inside a character", () => {
    const [line, under] = excerptOf(`${"a".repeat(50)} Zorvane ${"b".repeat(50)}`, "Zorvane");
    expect(line).to.equal(`  …${"a".repeat(18)} Zorvane ${"b".repeat(9)}…`);
    expect(under).to.equal(`${" ".repeat(22)}~~~~~~~`);
    for (const shift of ["", "a"]) {
      const [shown] = excerptOf(`${"😀".repeat(50)}${shift}Zorvane${shift}${"😀".repeat(50)}`, "Zorvane");
      expect(shown?.isWellFormed(), shown).to.equal(true);
    }
  });

  it("is drawn for every issue of a line of megabytes", () => {
    const nouns = Array.from({ length: 500 }, (_, i) => `Zorvane${i}x`);
    const narration = nouns.map((noun) => `${noun} ${"été ".repeat(2_000)}`).join("");
    expect(drawn(narration, nouns)).to.have.length.above(1_500);
  });
});

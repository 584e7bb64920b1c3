import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { packageJsonOf } from "../../src/cli/plugins/read-archive.ts";

function file(name: string, content: string, size = content.length.toString(8).padStart(11, "0")): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(size, 124);
  return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, "\0"))]);
}

describe("An archive of a plugin", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq-archive-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  const read = (...zipped: Buffer[]) => {
    const path = join(folder, "one.tgz");
    writeFileSync(path, Buffer.concat(zipped));
    return packageJsonOf(path);
  };

  it("is read up to its package.json, wherever that stands", () => {
    const files = [file("package/readme", "x".repeat(700)), file("package/package.json", '{"name":"a"}')];
    expect(read(gzipSync(Buffer.concat(files)))).to.deep.equal({ name: "a" });
    expect(read(gzipSync(file("package/readme", "x")))).to.equal(undefined);
  });

  for (const size of ["-0001000", "0x200", "9", "1e3"])
    it(`is refused when a file in it has the size ${size}`, () => {
      expect(() => read(gzipSync(file("package/readme", "", size)))).to.throw(size);
    });

  it("is refused when it unpacks to more than a plugin can be", () => {
    const part = gzipSync(Buffer.alloc(32 * 1024 * 1024));
    expect(() => read(...Array.from({ length: 17 }, () => part))).to.throw(RangeError);
  });
});

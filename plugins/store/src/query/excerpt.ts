import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { isAbsolute, sep } from "node:path";
import { isInside } from "../store/containment.ts";

const SENTENCES = 4;

/** Reads the first sentences of records' documents. */
export class ExcerptReader {
  readonly #root: string;
  #realRoot: string | undefined;
  /** Whether a folder that holds records' folders exists: with thousands of records, asking for each is felt. */
  readonly #folders = new Map<string, boolean>();

  constructor(projectRoot: string) {
    this.#root = projectRoot;
  }

  /**
   * The excerpt of a document, or null. A record's path is data: a document that lies outside the project, by its
   * path or through a link, is not read.
   */
  read(path: string): string | null {
    if (!this.#mayExist(path) || path.includes("\u0000")) return null;
    const file = this.#onDisk(path);
    try {
      if (!existsSync(file)) return null;
      const real = realpathSync(file);
      this.#realRoot ??= realpathSync(this.#root);
      if (!isInside(this.#realRoot, real) || !lstatSync(real).isFile()) return null;
      return excerptOf(readFileSync(real, "utf8"));
    } catch {
      return null;
    }
  }

  /** Whether there is the folder that holds the document's folder; told from the text, without a call per record. */
  #mayExist(path: string): boolean {
    const above = path.lastIndexOf("/", path.lastIndexOf("/") - 1);
    if (above <= 0) return true;
    const folder = path.slice(0, above);
    let exists = this.#folders.get(folder);
    if (exists === undefined) {
      exists = existsSync(this.#onDisk(folder));
      this.#folders.set(folder, exists);
    }
    return exists;
  }

  #onDisk(path: string): string {
    return isAbsolute(path) ? path : `${this.#root}${sep}${path}`;
  }
}

/** The first four sentences of a document's running text, or null when it has none. */
export function excerptOf(markdown: string): string | null {
  const text = proseLines(markdown).join(" ").replace(/\s+/g, " ").trim();
  const sentences = text.match(/\S.*?(?:[.!?](?=\s|$)|$)/g) ?? [];
  return sentences.length === 0 ? null : sentences.slice(0, SENTENCES).join(" ");
}

function proseLines(markdown: string): string[] {
  const lines = withoutFrontMatter(markdown.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"))
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .split("\n")
    .map((line) => line.trim());
  return lines.filter(
    (line, index) =>
      line !== "" && !isFurniture(line) && !isUnderlined(lines, index) && !isBesideTableRule(lines, index),
  );
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---[ \t]*\n(?:[\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/, "");
}

/** Headings, table rows, rules, and the two lines a tool keeps up to date. */
function isFurniture(line: string): boolean {
  if (/^#{1,6}(?:\s|$)/.test(line) || line.startsWith("|")) return true;
  if (/^(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+)$/.test(line)) return true;
  return /^(?:[-*]\s+)?\*\*(?:Status|Sprint)(?::\*\*|\*\*)/i.test(line);
}

/** A heading by a line of equals signs below it. One of dashes may as well be a rule, so its line stays. */
function isUnderlined(lines: readonly string[], index: number): boolean {
  return /^=+$/.test(lines[index + 1] ?? "");
}

/** A table may be drawn without outer bars: its dashed rule gives it away. */
function isBesideTableRule(lines: readonly string[], index: number): boolean {
  const isRule = (at: number) => /^:?-+:?(?:\s*\|\s*:?-+:?)+$/.test(lines[at] ?? "");
  if (isRule(index) || (isRule(index + 1) && (lines[index] ?? "").includes("|"))) return true;
  for (let above = index; (lines[above] ?? "").includes("|"); above -= 1) if (isRule(above - 1)) return true;
  return false;
}

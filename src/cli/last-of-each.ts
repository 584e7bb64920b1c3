/**
 * A command line in which every flag that takes one value is given once: of several the last counts, as when a script
 * appends to a default. oclif would refuse the repetition.
 */
export function lastOfEach(
  argv: readonly string[],
  flags: Record<string, { type: string; multiple?: boolean | undefined }>,
): string[] {
  const last = new Map<string, number>();
  const kept: string[][] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? "";
    if (word === "--") return [...kept.flat(), ...argv.slice(i)];
    const name = word.startsWith("--") ? (word.slice(2).split("=")[0] ?? "") : "";
    const flag = flags[name];
    if (flag?.type !== "option") {
      kept.push([word]);
      continue;
    }
    const value = word.includes("=") ? [] : argv.slice(i + 1, i + 2);
    i += value.length;
    const earlier = last.get(name);
    if (earlier !== undefined && !flag.multiple) kept[earlier] = [];
    last.set(name, kept.length);
    kept.push([word, ...value]);
  }
  return kept.flat();
}

import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";

/** What may befall a file of the cache. Those before `foreign` leave a file of the same owner there. */
const WAYS = {
  random: (file) => writeFileSync(file, randomBytes(readFileSync(file).length)),
  cut: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
  empty: (file) => writeFileSync(file, ""),
  flipped(file) {
    const bytes = readFileSync(file);
    for (let i = 0; i < 3 && bytes.length > 0; i++) bytes[Math.floor(Math.random() * bytes.length)] ^= 0xff;
    writeFileSync(file, bytes);
  },
  foreign: (file) => chownSync(file, process.getuid?.() ?? 0, process.getgid?.() ?? 0),
  folder(file) {
    rmSync(file);
    mkdirSync(file);
  },
  loop(file) {
    rmSync(file);
    symlinkSync(file, file);
  },
};

/** The names of the ways. */
export const SPOILS = Object.keys(WAYS);

/** Spoils a file in one way, a random one unless it is named. False when it has gone meanwhile. */
export function spoil(file, way = SPOILS[Math.floor(Math.random() * SPOILS.length)]) {
  try {
    WAYS[way](file);
    return true;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return false;
  }
}

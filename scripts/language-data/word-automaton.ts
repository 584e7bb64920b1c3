/**
 * Packs a word list into a minimal acyclic automaton (Daciuk, Mihov, Watson and Watson 2000): inflected languages share
 * their endings, so that 300,000 forms take a few hundred kilobytes and are looked up without being unpacked.
 *
 * Layout, little-endian: "SNQW", u32 version 1, u32 letter count, the letters as u16 (padded to 4 bytes), u32 edge count,
 * then one u32 per edge: bits 0-7 letter index, bit 8 a word ends here, bit 9 last edge of its state, bits 10-31 first edge
 * of the target state (0: none). Edge 0 is unused; the first edge of the start state is edge 1.
 */
interface State {
  edges: Map<number, State>;
  final: boolean;
  /** Set once written. */
  first: number;
  key: string | undefined;
}

let serial = 0;
const ids = new WeakMap<State, number>();

function fresh(): State {
  const state: State = { edges: new Map(), final: false, first: 0, key: undefined };
  ids.set(state, serial++);
  return state;
}

function keyOf(state: State): string {
  let key = state.final ? "1" : "0";
  for (const [letter, target] of state.edges) key += `,${letter}:${ids.get(target)}`;
  return key;
}

/** Builds the automaton of words, which are sorted here by code unit. */
function build(words: string[]): State {
  const start = fresh();
  const register = new Map<string, State>();
  const unchecked: { parent: State; letter: number; child: State }[] = [];
  const minimize = (downTo: number): void => {
    while (unchecked.length > downTo) {
      const { parent, letter, child } = unchecked.pop() as (typeof unchecked)[number];
      const key = keyOf(child);
      const same = register.get(key);
      if (same) parent.edges.set(letter, same);
      else register.set(key, child);
    }
  };
  let previous = "";
  for (const word of words) {
    let shared = 0;
    while (shared < word.length && shared < previous.length && word[shared] === previous[shared]) shared++;
    minimize(shared);
    let state = unchecked.at(-1)?.child ?? start;
    for (let i = shared; i < word.length; i++) {
      const child = fresh();
      const letter = word.charCodeAt(i);
      state.edges.set(letter, child);
      unchecked.push({ parent: state, letter, child });
      state = child;
    }
    state.final = true;
    previous = word;
  }
  minimize(0);
  return start;
}

/** Every state once, the start state first, each with the number of its first edge. */
function number(start: State): State[] {
  const order: State[] = [];
  const seen = new Set<State>();
  let edge = 1;
  const stack = [start];
  while (stack.length > 0) {
    const state = stack.pop() as State;
    if (seen.has(state) || state.edges.size === 0) continue;
    seen.add(state);
    state.first = edge;
    edge += state.edges.size;
    order.push(state);
    stack.push(...[...state.edges.values()].reverse());
  }
  return order;
}

/** The packed file of a word list. Words are folded already; more than 255 distinct letters are an error. */
export function packWords(words: Iterable<string>): Buffer {
  const sorted = [...new Set(words)].filter((w) => w !== "").sort((a, b) => (a < b ? -1 : 1));
  const letters = [...new Set(sorted.join(""))].flatMap((c) => [...Array(c.length)].map((_, i) => c.charCodeAt(i)));
  const alphabet = [...new Set(letters)].sort((a, b) => a - b);
  if (alphabet.length > 255) throw new RangeError(`a word list may use 255 letters, this one uses ${alphabet.length}`);
  const order = number(build(sorted));
  const edges = order.reduce((sum, state) => sum + state.edges.size, 1);
  const head = 12 + alphabet.length * 2 + ((alphabet.length * 2) % 4) + 4;
  const out = Buffer.alloc(head + edges * 4);
  out.write("SNQW", 0, "latin1");
  out.writeUInt32LE(1, 4);
  out.writeUInt32LE(alphabet.length, 8);
  for (const [i, code] of alphabet.entries()) out.writeUInt16LE(code, 12 + i * 2);
  out.writeUInt32LE(edges, head - 4);
  for (const state of order) {
    let at = state.first;
    const list = [...state.edges];
    list.forEach(([letter, target], i) => {
      const last = i === list.length - 1 ? 512 : 0;
      const packed = target.first * 1024 + last + (target.final ? 256 : 0) + alphabet.indexOf(letter);
      out.writeUInt32LE(packed, head + at++ * 4);
    });
  }
  return out;
}

/** "Grr", "Pfff": letters that no mouth makes a name of. */
const VOICELESS = /^[b-df-hj-np-tv-xz]{2,}$/;
/** "Aaaah", "Noooon". */
const DRAWN_OUT = /([a-zà-öø-ÿ])\1\1/;
const LAUGHTER = /^(?:m?w?o?u?a)?(?:h[aeiouéè]+){2,}h?$/;

/** Whether an unknown word in lower case that opens a sentence is a noise rather than a name. */
export function isCry(folded: string): boolean {
  return VOICELESS.test(folded) || DRAWN_OUT.test(folded) || LAUGHTER.test(folded);
}

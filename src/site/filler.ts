import { Random } from "../base/random.js";

const SIZE = 1 << 17;
const onsets = "b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w".split(" ");
const vowels = "a e i o u ai ea ee io ou".split(" ");
const codas = ["", "", "n", "r", "s", "t", "l", "nd", "st", "rm", "ck"];

let bank: Buffer | undefined;

/** 128 kB of made-up words between spaces, ASCII: what pages are padded with. The same on every machine. */
function words(): Buffer {
  if (bank) return bank;
  const random = new Random(2001);
  const pick = (from: readonly string[]) => from[random.below(from.length)];
  let text = "";
  while (text.length < SIZE) {
    const syllables = 1 + random.below(3);
    for (let i = 0; i < syllables; i++) text += pick(onsets) + pick(vowels) + (i === syllables - 1 ? pick(codas) : "");
    text += " ";
  }
  bank = Buffer.from(text.slice(0, SIZE - 1) + " ", "latin1");
  return bank;
}

/** Words for a place in a text, ASCII, about `length` bytes and never cut within a word. */
export function someWords(length: number, draw: number): string {
  const all = words();
  let from = draw % (SIZE - length - 64);
  while (all[from] !== 0x20) from++;
  let to = from + 1 + length;
  while (all[to] !== 0x20) to++;
  return all.toString("latin1", from + 1, to);
}

/** Fills `to[start .. end)` with words. */
export function fillWords(to: Buffer, start: number, end: number, draw: number): void {
  const all = words();
  let from = draw % SIZE;
  for (let at = start; at < end; from = 0) at += all.copy(to, at, from, Math.min(SIZE, from + end - at));
}

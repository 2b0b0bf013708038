import { Random } from "../../base/random.js";
import { topics } from "./topics.js";

/** The language of every campus; the seed of a campus decides who writes what, not the language. */
export interface Vocabulary {
  /** Words that carry no topic, most frequent first: English function words, then words made of syllables. */
  readonly words: readonly string[];
  /** Those of more than three letters in code-unit order: names of files and directories. */
  readonly names: readonly string[];
  /** Zipf's law as a table for 16 uniform bits: the word of rank r has a share near 1 / (r + 2.7) (Mandelbrot 1953). */
  readonly zipf: Uint16Array;
}

let made: Vocabulary | undefined;

/** Made at the first call, in a few milliseconds. */
export function vocabulary(): Vocabulary {
  if (made) return made;
  const words = makeWords(4096);
  made = { words, names: words.filter((word) => word.length > 3).sort(), zipf: makeZipf(words.length) };
  return made;
}

function makeWords(size: number): string[] {
  const random = new Random(1998);
  const made =
    "the of and to a in is for that on with by this as are be from at an or it was we not can will which has have you all".split(
      " ",
    );
  const taken = new Set([...topics.flat(), ...made]);
  const onsets = "b c d f g h j k l m n p r s t v w br ch cl dr fl gr pl pr sh st th tr".split(" ");
  const vowels = "a e i o u a e i o ai ea io ou".split(" ");
  const codas = ["", "", "", "", "n", "r", "s", "l", "t", "m", "nd", "st"];
  const pick = (list: readonly string[]) => list[random.below(list.length)];
  while (made.length < size) {
    const syllables = 2 + random.below(2);
    let word = "";
    for (let i = 0; i < syllables; i++) word += pick(onsets) + pick(vowels);
    word += pick(codas);
    if (taken.has(word)) continue;
    taken.add(word);
    made.push(word);
  }
  return made;
}

function makeZipf(size: number): Uint16Array {
  const table = new Uint16Array(1 << 16);
  let total = 0;
  for (let rank = 0; rank < size; rank++) total += 1 / (rank + 2.7);
  let sum = 0;
  let filled = 0;
  for (let rank = 0; rank < size; rank++) {
    sum += 1 / (rank + 2.7);
    const end = Math.round((sum / total) * table.length);
    table.fill(rank, filled, end);
    filled = end;
  }
  return table;
}

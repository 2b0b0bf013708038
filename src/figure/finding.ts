// What a figure shows, as data: words, and the numbers among them. Its title, unless its caller says another, is the
// sentence that they make; what several figures show is told from the same data (over-webs.ts).

/** A number, or the ends of a range, as they are printed. */
export interface Quantity {
  readonly numbers: readonly { readonly value: number; readonly text: string }[];
  /** What follows it: " %", " entries". */
  readonly unit: string;
  /** The same after a 1: " entry". */
  readonly one: string;
}

/** Who comes first, so that webs can be counted by it. */
export interface Lead {
  /** Nobody, where it is left out. */
  readonly name?: string;
  /** What stands before the name, and after it, where webs are counted: "", " is ahead". */
  readonly told: readonly [before: string, after: string];
}

export interface Finding {
  /** As they follow one another; two words do not. */
  readonly said: readonly (string | Quantity)[];
  readonly lead?: Lead;
  /** From which size on lines run together. */
  readonly together?: "from the first" | "later" | "never";
  /** Has a miss rate a critical region? */
  readonly region?: boolean;
}

type Part = string | Quantity | Finding;

/** A value as a sentence has it. */
export type InWords = (value: number) => Part;

export const quantity = (value: number, text: string, unit = "", one = unit): Quantity => ({
  numbers: [{ value, text }],
  unit,
  one,
});

/** From the least of several to the greatest. */
export const rangeOf = ([first, ...others]: readonly Quantity[]): Quantity => ({
  ...first,
  numbers: [first, ...others].flatMap(({ numbers }) => numbers),
});

export const wholePercent = (share: number): Quantity => quantity(share, `${Math.round(100 * share)}`, " %");

/** 0.75 by two digits: "0.75". */
export const fixed =
  (digits: number, unit = "") =>
  (value: number): Quantity =>
    quantity(value, value.toFixed(digits), unit);

/** A finding from a template: said`CLOCK misses ${wholePercent(0.2)}`. */
export function said(words: TemplateStringsArray, ...parts: readonly Part[]): Finding {
  const all = words.flatMap((word, i) => [word, ...(i < parts.length ? piecesOf(parts[i]) : [])]);
  return { said: all.reduce<(string | Quantity)[]>(joined, []) };
}

const piecesOf = (part: Part) => (typeof part === "object" && "said" in part ? part.said : [part]);

function joined(before: (string | Quantity)[], next: string | Quantity) {
  const last = before.at(-1);
  if (typeof last === "string" && typeof next === "string") return [...before.slice(0, -1), last + next];
  return next === "" ? before : [...before, next];
}

/** A sentence without numbers that stand apart, as a caller says it. */
export const asFinding = (title: string | Finding): Finding => (typeof title === "string" ? { said: [title] } : title);

/** The sentence. */
export const inWords = (part: Part): string =>
  piecesOf(part)
    .map((piece) => (typeof piece === "string" ? piece : printed(piece)))
    .join("");

function printed({ numbers, unit, one }: Quantity): string {
  const inOrder = numbers.toSorted((a, b) => a.value - b.value);
  const [least, greatest] = [inOrder[0].text, inOrder[inOrder.length - 1].text];
  if (least !== greatest) return `${least} to ${greatest}${unit}`;
  return `${least}${least === "1" ? one : unit}`;
}

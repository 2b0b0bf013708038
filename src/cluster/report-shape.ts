import { problem } from "../base/error.js";
import { plural } from "../base/numbers.js";
/**
 * Makes a value of a given form of one that came from elsewhere, or refuses it. @param where its place, for the
 * message: "status.pages"
 */
export type Shape<T> = (value: unknown, where: string) => T;

/** Counts by name: so many at most, the largest; the others are one, under "other". */
const MOST_NAMES = 100;

/** Characters of a name. */
const NAME_LENGTH = 60;

const refuse = (where: string, expected: string, found: unknown): never => {
  throw problem.version`${where}: expected ${expected}, found ${cut(JSON.stringify(found) ?? "nothing", 60)}`;
};

/** The first characters of a text, without half of one. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

export const number: Shape<number> = (value, where) =>
  Number.isFinite(value) ? (value as number) : refuse(where, "a number", value);

export const flag: Shape<boolean> = (value, where) =>
  typeof value === "boolean" ? value : refuse(where, "true or false", value);

/** A text, cut at so many characters. */
export const text =
  (most: number): Shape<string> =>
  (value, where) =>
    typeof value === "string" ? cut(value, most) : refuse(where, "a text", value);

export const oneOf =
  <T extends string>(...words: readonly T[]): Shape<T> =>
  (value, where) =>
    words.find((word) => word === value) ?? refuse(where, words.join(", "), value);

/** The first entries of a list. */
export const list =
  <T>(shape: Shape<T>, most: number): Shape<readonly T[]> =>
  (value, where) =>
    Array.isArray(value)
      ? value.slice(0, most).map((each, index) => shape(each, `${where}[${index}]`))
      : refuse(where, "a list", value);

/** What may be left out; a number that is none is left out as well, since JSON has no infinity. */
export const maybe =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value, where) =>
    value === undefined || value === null || (typeof value === "number" && !Number.isFinite(value))
      ? undefined
      : shape(value, where);

/** Fields by name; others are left out, and so are those without a value. */
export const fields =
  <T extends object>(shapes: { readonly [K in keyof Required<T>]: Shape<T[K]> }): Shape<T> =>
  (value, where) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(where, "an object", value);
    const entries = Object.entries<Shape<unknown>>(shapes).map(
      ([name, shape]) => [name, shape((value as Record<string, unknown>)[name], `${where}.${name}`)] as const,
    );
    return Object.fromEntries(entries.filter(([, each]) => each !== undefined)) as T;
  };

/** Numbers by name. */
export const counts: Shape<Readonly<Record<string, number>>> = (value, where) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(where, "counts", value);
  const entries = Object.entries(value).map(
    ([name, each]) => [name, number(each, `${where}.${cut(name, 20)}`)] as const,
  );
  const isKept = (at: number) => entries.length <= MOST_NAMES || at < MOST_NAMES - 1;
  if (entries.length > MOST_NAMES) entries.sort(([, a], [, b]) => b - a);
  const named = entries.map(([name, each], at) => [isKept(at) ? cut(name, NAME_LENGTH) : "other", each] as const);
  return summedByName(named);
};

/**
 * A value as JSON, with the version of its form: a process does not read those of another.
 *
 * @param what as a sentence has it: "a report" @param where "report"
 * @returns both throw "version" for what is no such value, naming the field; fields that the form does not know are left
 *   out
 */
export const versioned = <T extends object>(what: string, where: string, version: number, shape: Shape<T>) => ({
  pack: (value: T): Uint8Array => new TextEncoder().encode(JSON.stringify({ version, ...shape(value, where) })),
  read(bytes: Uint8Array): T {
    let found: { readonly version?: unknown } | null;
    try {
      found = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      throw problem.version`expected ${what} as JSON; found ${plural(bytes.length, "byte")} of something else`;
    }
    if (found?.version === version) return shape(found, where);
    throw problem.version`expected ${what} of version ${version}, found version ${JSON.stringify(found?.version) ?? "none"}: run the same crawlbench in all processes`;
  },
});

/** Adds up numbers of the same name. The names may be any, "__proto__" and "constructor" among them. */
export function summedByName(entries: Iterable<readonly [name: string, value: number]>): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, value] of entries) sums.set(name, (sums.get(name) ?? 0) + value);
  return Object.fromEntries(sums);
}

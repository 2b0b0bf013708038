import { fact, got, gotInstead, isMethod, option, problem, say, shown } from "./error.js";
import { given } from "./given.js";
import { meant } from "./nearest.js";

/**
 * One option of a method, declared once. All else is read off the declaration: the check, the label, what results are
 * cached by, the command line and its help, the tables of the documents, and the values that a contract tries.
 */
export interface OptionRule<T = unknown> {
  readonly kind: "word" | "number" | "integer" | "flag" | "text" | "other";
  readonly default: T;
  /** What it decides; no sentence of its own, so that a default may follow in brackets. */
  readonly says: string;
  /** What it may be, for people: "fifo, lifo or random", "in (0, 1)". */
  readonly takes: string;
  /** Values that a contract tries: words all, of a range its ends and one inside. */
  readonly samples: readonly T[];
  /** Labels tell it where it is the default too: it moves curves. */
  readonly named?: boolean;
  /** Labels tell it right behind the name: "ndcg at 100". */
  readonly inTitle?: boolean;
  /** How labels tell a value, where that is not name and value: "random revisits". */
  told?(value: T): string;
  /** Labels and what is recorded pass it over: a threshold decides nothing that a method computes. */
  readonly apart?: boolean;
  /** What stands for its value in help: "pages", "share". */
  readonly unit?: string;
  /** What errors call it, where that is not its name: "the weight of cash". */
  readonly called?: string;
  /** Of a choice among words. */
  readonly words?: readonly string[];
  /** Of options in braces: their names. */
  readonly holds?: readonly string[];
  /** What is wrong with a value, and what it is to be: 'is "a", "b"; found "c"'. */
  wrong(value: unknown): string | undefined;
}

type Unruled = "kind" | "says" | "takes" | "words" | "wrong";

type About<T> = Partial<Omit<OptionRule<T>, Unruled>>;

// biome-ignore lint/suspicious/noExplicitAny: rules of any types, by option, in the order in which labels tell them
export type Declared = Readonly<Record<string, OptionRule<any>>>;

/** Every option with its value. */
export type ValuesOf<D extends Declared> = { readonly [K in keyof D]: D[K] extends OptionRule<infer T> ? T : never };

/** Options as a person chooses them: any may be left out. */
export type ChosenOf<D extends Declared> = { readonly [K in keyof D]?: D[K] extends OptionRule<infer T> ? T : never };

/** A choice among words; the first is the default, unless another is named. */
export function word<const W extends string>(words: readonly W[], says: string, about: About<W> = {}): OptionRule<W> {
  const fits = (value: unknown) => words.includes(value as W);
  const all = words.map((each) => `"${each}"`).join(", ");
  const wrong = (value: unknown) =>
    fits(value) ? undefined : `is ${all}; found ${shown(value)}${closing(meant(String(value), words))}`;
  return {
    ...ruleOf(words[0], says, words.join(", "), fits, { kind: "word", samples: words, words, ...about }),
    wrong,
  };
}

/**
 * A number.
 *
 * @param range "[0, 1)": an end with a round bracket does not belong to it
 * @param about.is what it is, for errors, where the range does not say all: "a number of pages, 1 or more"
 */
export function number(
  usual: number,
  range: string,
  says: string,
  { is, whole = false, ...about }: About<number> & { readonly is?: string; readonly whole?: boolean } = {},
): OptionRule<number> {
  const [, left, low, high, right] = /^([[(])(.+), (.+)([\])])$/.exec(range) as unknown as string[];
  const [least, most] = [low, high].map((end) => Number(end.replace("∞", "Infinity")));
  const fits = (value: unknown): value is number =>
    typeof value === "number" &&
    (left === "(" ? value > least : value >= least) &&
    (right === ")" ? value < most : value <= most) &&
    (!whole || Number.isInteger(value) || value === Number.POSITIVE_INFINITY);
  const bounded = Number.isFinite(most);
  const noun = whole ? "an integer" : "a number";
  const above = left === "(" ? ` above ${low}` : `, ${low} or more`;
  const within = whole && bounded ? `${noun} from ${low} to ${high}` : bounded ? undefined : `${noun}${above}`;
  const all = is ?? (Number.isFinite(least) ? within : "a finite number");
  const inside = bounded ? (least + most) / 2 : Math.max(least, 0) + 2;
  const tried = new Set([usual, least, most, whole ? Math.floor(inside) : inside]);
  const samples = [...tried].filter((value) => Number.isFinite(value) && fits(value));
  const kind = whole ? "integer" : "number";
  const expected = all === undefined ? `lies in ${range}` : `is ${all}`;
  const wrong = (value: unknown) =>
    fits(value) ? undefined : `${expected}; found ${typeof value === "string" ? `"${value}"` : value}`;
  return { ...ruleOf(usual, says, all ?? `in ${range}`, fits, { kind, samples, ...about }), wrong };
}

/** Yes or no; no is the default. */
export const flag = (says: string): OptionRule<boolean> =>
  ruleOf(false, says, "true or false", (value) => typeof value === "boolean", { kind: "flag", samples: [false, true] });

/** Some text. */
export const text = (usual: string, says: string, samples: readonly string[]): OptionRule<string> =>
  ruleOf(usual, says, "a text", (value) => typeof value === "string", { kind: "text", samples });

/** A rule without a default: what is chosen then depends on other things. */
export const undecided = <T>(rule: OptionRule<T>): OptionRule<T | undefined> => ({ ...rule, default: undefined });

/** A rule of any other type. @param takes what a value is: "a function" */
export const ruleOf = <T>(
  usual: T,
  says: string,
  takes: string,
  fits: (value: unknown) => boolean,
  about: Partial<OptionRule<T>> = {},
): OptionRule<T> => ({
  kind: "other",
  default: usual,
  says,
  takes,
  samples: [],
  wrong: (value) => (fits(value) ? undefined : say`is ${takes}; ${gotInstead(value)}`.parts.join("")),
  ...about,
});

/** A rule of an option whose value is checked elsewhere. */
export const unruled = <T>(usual: T): OptionRule<T> => ruleOf(usual, "", "", () => true);

/** Known options; for those that are a choice among words, the words. */
export type OptionRules = Readonly<Record<string, readonly string[] | Declared[string] | undefined>>;

/**
 * The check that options share: a misspelt name or value is refused, and what there is is told.
 *
 * @param owner who takes the options, for the message: "backlink"
 * @throws "option" for an option that is not known, a value that makes no sense, or what is no options at all
 */
export function checkOptions(owner: string, chosen: object, rules: OptionRules, { prefix = false } = {}): void {
  const names = Object.keys(rules);
  if (typeof chosen !== "object" || chosen === null || Array.isArray(chosen) || isMethod(chosen))
    throw problem.option`${owner} takes its options in braces, { ${names[0] ?? ""} }; ${got(chosen)}`;
  for (const [name, value] of Object.entries(chosen)) {
    if (!Object.hasOwn(rules, name)) {
      const inside = names.filter((group) => (rules[group] as OptionRule | undefined)?.holds?.includes(name));
      const known =
        inside.length > 0
          ? `write ${inside.map((group) => `${group}: { ${name} }`).join(" or ")}`
          : `it takes ${names.join(", ") || "none"}${closing(meant(name, names))}`;
      throw problem.option`${owner} has no option "${fact("option", name)}": ${known}`;
    }
    const given = rules[name];
    if (given === undefined || value === undefined) continue;
    const rule = Array.isArray(given) ? word(given, "") : (given as OptionRule);
    const wrong = rule.wrong(value);
    const called = rule.called ?? option(name, prefix || rule.words ? owner : undefined);
    if (wrong) throw problem.option(got(value).facts)`${called} ${wrong}`;
  }
}

/** A sentence more, if there is one. */
const closing = (sentence: string) => (sentence === "" ? "" : `.${sentence}`);

const anyInteger = number(1, "(-∞, ∞)", "of all chance", { whole: true, is: "an integer" });

/** What functions of many rooms take, and what it may be. */
export const commonRules = {
  /** Repeats count on from it: beyond 2^53 many would have one seed. */
  seed: {
    ...anyInteger,
    wrong: (value: unknown) =>
      anyInteger.wrong(value) ??
      (Number.isSafeInteger(value) ? undefined : `is an integer between -2^53 and 2^53; found ${value}`),
  },
  workers: number(1, "[1, ∞)", "jobs at a time", { whole: true, is: "a number of threads, 1 or more" }),
  onProgress: ruleOf(
    undefined,
    "told how far it is",
    "a function",
    (value) => typeof value === "function" || value === false,
  ),
  signal: ruleOf(
    undefined,
    "stops it",
    "an AbortSignal",
    (value) => typeof (value as AbortSignal)?.addEventListener === "function",
  ),
} as const;

/** The rule of where results are kept. */
export const cacheRule = ruleOf<boolean | string>(
  true,
  "where results are kept",
  "true, false or a folder",
  (value) => typeof value === "boolean" || (typeof value === "string" && value !== ""),
);

/** A rule of a list, of whatever. */
export const list = ruleOf<readonly unknown[]>([], "", "a list", Array.isArray);

/** Rules of options whose values are checked elsewhere. */
export const checkedElsewhere = (names: readonly string[]): OptionRules =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Options with every default filled in. @throws "option" as `checkOptions` does */
export function valuesOf<D extends Declared>(
  owner: string,
  declared: D,
  chosen: ChosenOf<D> = {},
  style: Style = {},
): ValuesOf<D> {
  checkOptions(owner, chosen, declared, style);
  const defaults = Object.entries(declared).map(([option, rule]) => [option, rule.default]);
  return { ...Object.fromEntries(defaults), ...given(chosen) };
}

/** What an option may be, and what it is where nobody says: "fifo, lifo, random; default fifo". */
export function takenBy({ takes, unit, words, default: usual }: OptionRule): string {
  const inUnit = unit && unit.length > 1 && !takes.includes(unit) && !words ? `, ${unit}` : "";
  if (usual === undefined) return `${takes}${inUnit}`;
  return `${takes}${inUnit}; default ${usual === "" ? "none" : usual === Number.POSITIVE_INFINITY ? "∞" : usual}`;
}

/** An option as labels name it: reorderEvery -> "reorder every". */
export const inWords = (option: string): string => option.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/**
 * The check of a definition that a user wrote, who may have no compiler.
 *
 * @param what the function that takes it
 * @throws "option" naming what it lacks
 */
export function checkDefinition(what: string, definition: object): void {
  const given = Object(definition) as Record<string, unknown>;
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  const lacks = ["name", "source", "create"].find((key) =>
    key === "create" ? typeof given[key] !== "function" : !isText(given[key]),
  );
  if (lacks === undefined) return;
  const found = given === definition ? say`found one without ${lacks}` : gotInstead(definition);
  throw problem.option`${option(what)} takes a definition, { name: "mine", source: "ours", create(setting) { ... } }; ${found}`;
}

/** How a family words its errors and labels. */
interface Style {
  /** Errors begin with the method's name: "gamma: mean is a number above 0". */
  readonly prefix?: boolean;
  /** Labels write options as code does: "linkCount page". */
  readonly asWritten?: boolean;
}

/** What the file of a method states, whatever the method is for. */
export interface Definition<D extends Declared> {
  readonly name: string;
  /** As figures name it, where that is not the name: "S3-FIFO". */
  readonly title?: string;
  /** Where it is defined: "Cho et al. 1998, section 4". */
  readonly source: string;
  /** Left out: none. */
  readonly options?: D;
  /**
   * Options that labels tell in one breath, where one of them is not the default: { weights: ["a", "b"] } as
   * "weights 1 0.5".
   */
  readonly together?: Readonly<Record<string, readonly (keyof D & string)[]>>;
  /** Throws "option" that names the option where several do not go together. */
  check?(values: ValuesOf<D>): void;
}

/** What methods of all families have, with all choices made. */
export interface Made {
  /** "lru", "s3-fifo". */
  readonly name: string;
  /** As figures name it: title or name, and every choice that is not the default: "CLOCK, mark new", "gamma, shape 2". */
  readonly label: string;
  /** Where it is defined: "Cho et al. 1998, section 4". */
  readonly source: string;
  /** Every choice, as plain data: part of what a result is cached by. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A method with its default choices, which makes the same method with others when called. */
export type Family<D extends Declared, M> = M & ((chosen?: ChosenOf<D>) => M) & { readonly declared: D };

/** Makes a family of a definition. @param make what is the family's own, of a method with these values */
export function familyOf<D extends Declared, M extends object>(
  definition: Definition<D>,
  make: (values: ValuesOf<D>) => M,
  style: Style = {},
): Family<D, Made & M> {
  const { name, source, options: declared = {} as D } = definition;
  const withOptions = (chosen?: ChosenOf<D>): Made & M => {
    const values = valuesOf(name, declared, chosen, style);
    definition.check?.(values);
    const recorded = Object.entries(values).filter(([option]) => !declared[option].apart);
    const { kind, ...own } = make(values) as M & { readonly kind?: string };
    const made = {
      name,
      label: labelOf({ ...definition, options: declared }, values, style),
      source,
      options: Object.fromEntries(recorded),
    };
    return { kind, ...made, ...own } as unknown as Made & M;
  };
  const family = (chosen?: ChosenOf<D>) => withOptions(chosen);
  for (const [key, value] of Object.entries(withOptions()))
    Object.defineProperty(family, key, { value, enumerable: true });
  return Object.defineProperty(family, "declared", { value: declared }) as unknown as Family<D, Made & M>;
}

function labelOf<D extends Declared>(
  { name, title = name, options, together = {} }: Omit<Definition<D>, "options"> & { readonly options: D },
  values: ValuesOf<D>,
  { asWritten = false }: Style,
): string {
  const other = (option: string) => values[option] !== options[option].default;
  const groups = Object.entries(together)
    .filter(([, keys]) => keys.some(other))
    .map(([word, keys]) => `${word} ${keys.map((key) => values[key]).join(" ")}`);
  const grouped = Object.values(together).flat() as string[];
  const told = Object.keys(options).filter(
    (option) => !grouped.includes(option) && !options[option].apart && (other(option) || options[option].named),
  );
  const tell = (option: string) =>
    options[option].told?.(values[option]) ?? `${asWritten ? option : inWords(option)} ${values[option]}`;
  const [behind, apart] = [true, false].map((is) => told.filter((option) => Boolean(options[option].inTitle) === is));
  return [[title, ...behind.map(tell)].join(" "), ...groups, ...apart.map(tell)].join(", ");
}

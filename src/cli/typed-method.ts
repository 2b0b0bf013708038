import { problem } from "../base/error.js";
import { type Declared, inWords, type OptionRule } from "../base/method.js";
import { edits, meant, plain } from "../base/nearest.js";

/** A method that can be typed, of any family. */
export interface Listed<M> {
  readonly name: string;
  /** Where it is defined. */
  readonly source: string;
  /** As its paper writes it: "P_ST". */
  readonly symbol?: string;
  readonly declared: Declared;
  /** True for a method that takes a topic, --query. */
  readonly topical: boolean;
  /** @throws "option" for choices that do not go together */
  make(chosen: object, query?: string): M;
}

/** Methods of one kind, as the command line takes them. */
export interface MethodFamily<M> {
  /** As messages call one: "ordering". */
  readonly one: string;
  /** As a list of them is asked for: `crawlbench methods orderings`. */
  readonly all: string;
  /** Where they are typed: "--by". */
  readonly flag: string;
  readonly methods: readonly Listed<M>[];
  /** Other names: of a method, or of one with choices made. */
  readonly short?: Readonly<Record<string, { readonly name: string; readonly options: object }>>;
  /** Names that people know better than those of the methods. */
  readonly shown?: Readonly<Record<string, string>>;
}

/** A method as it was typed, and the options that were typed behind its name. */
export interface Typed<M> {
  /** All of it, as typed. */
  readonly text: string;
  readonly method: Listed<M>;
  readonly chosen: Readonly<Record<string, unknown>>;
}

/** An option as it is typed: reorderEvery -> "reorder-every". */
export const hyphened = (option: string): string => inWords(option).replaceAll(" ", "-");

/** Names as they are shown. */
export const namesOf = <M>({ methods, shown = {}, short = {} }: MethodFamily<M>): string[] =>
  [
    ...methods.map(({ name }) => shown[name] ?? name),
    ...Object.entries(short).flatMap(([name, { options }]) => (Object.keys(options).length > 0 ? [name] : [])),
  ].sort();

/** What the help of a flag says of the methods that it takes. */
export const helpFor = <M>(family: MethodFamily<M>): string => {
  const symbol = (name: string) => family.methods.find((each) => each.name === name)?.symbol;
  const names = namesOf(family).map((name) => (symbol(name) ? `${name} (${symbol(name)})` : name));
  return `${names.join(", ")}; options behind colons: crawlbench methods ${family.all}`;
};

/** The methods of a family that know nothing of what is to come: those that a crawl under way can take. */
export const online = <M extends { readonly offline: boolean }>(family: MethodFamily<M>): MethodFamily<M> => {
  const methods = family.methods.filter(({ make }) => !make({}, "topic").offline);
  const short = Object.entries(family.short ?? {}).filter(([, of]) => methods.some(({ name }) => name === of.name));
  return { ...family, methods, short: Object.fromEntries(short) };
};

/**
 * Methods with commas between, each with options behind colons: "opic:cash=start-pages:ties=lifo,backlink". A comma, a
 * colon or a backslash in a value has a backslash before it.
 *
 * @throws "choice" for a name or an option that there is not, and a value that makes no sense
 */
export const methodsTyped = <M>(text: string, family: MethodFamily<M>): Typed<M>[] =>
  partsOf(text, ",").map((part) => methodTyped(part, family));

/** One such method. */
export function methodTyped<M>(text: string, family: MethodFamily<M>): Typed<M> {
  const [name, ...settings] = partsOf(text.trim(), ":");
  const typed = named(unescaped(name), family);
  const where = `${family.flag} ${text.trim()}`;
  const chosen: Record<string, unknown> = { ...typed.chosen };
  for (const [option, value] of [...typed.settings, ...settings.map(halved)]) {
    const found = optionNamed(option, typed.method, where);
    if (found in chosen) throw problem.choice`${where}: ${hyphened(found)} is given twice. Leave one out`;
    chosen[found] = valueTyped(found, value, typed.method, where);
  }
  return { text: text.trim(), method: typed.method, chosen };
}

/** An option and its value, as they are typed; a flag may stand alone. */
type Setting = readonly [option: string, value: string | undefined];

function halved(setting: string): Setting {
  const at = setting.indexOf("=");
  return at === -1 ? [setting, undefined] : [setting.slice(0, at), unescaped(setting.slice(at + 1))];
}

/** One of some words, written with or without hyphens, capitals and spaces. */
export function wordIn<W extends string>(words: readonly W[], text: string): W | undefined {
  const wanted = SHORT[plain(text)] ?? plain(text);
  return words.find((word) => plain(word) === wanted);
}

/** What a person may type beside the word itself. */
const SHORT: Readonly<Record<string, string>> = { "4": "figure4", "5": "figure5", bfs: "breadthfirst" };

const partsOf = (text: string, mark: string): string[] => text.split(new RegExp(`(?<!\\\\)${mark}`));

const unescaped = (text: string): string => text.replace(/\\([\\,:])/g, "$1");

/** Method of a name, and what the name says of its options: "precision-at-100" is precision with at 100, as in labels. */
function named<M>(name: string, family: MethodFamily<M>) {
  const { methods, short = {} } = family;
  const [, shortFor] = Object.entries(short).find(([each]) => plain(each) === plain(name)) ?? [];
  const method = methods.find((each) => plain(each.name) === plain(shortFor?.name ?? name));
  if (method) return { method, chosen: shortFor?.options ?? {}, settings: [] };
  for (const method of methods)
    for (const option of Object.keys(method.declared)) {
      const start = `${method.name}-${hyphened(option)}-`;
      if (name.startsWith(start))
        return { method, chosen: {}, settings: [[option, name.slice(start.length)] as Setting] };
    }
  const all = namesOf(family);
  const none = name === "" ? `${family.flag} names at least one.` : `no ${family.one} "${name}".${meant(name, all)}`;
  throw problem.choice`${none} There are: ${all.join(", ")}`;
}

function optionNamed<M>(typed: string, { name, declared }: Listed<M>, where: string): string {
  const options = Object.keys(declared);
  const found = options.find((option) => plain(option) === plain(typed));
  if (found !== undefined) return found;
  const nearest = options.map(hyphened).toSorted((a, b) => edits(typed, a) - edits(typed, b));
  const takes = nearest.join(", ") || "none";
  throw problem.choice`${where}: no option "${typed}".${meant(typed, nearest)} It takes ${takes}: crawlbench methods ${name}`;
}

function valueTyped<M>(
  option: string,
  text: string | undefined,
  { name, declared }: Listed<M>,
  where: string,
): unknown {
  const rule = declared[option];
  const value = text === undefined && rule.kind === "flag" ? true : read(rule, text ?? "");
  const wrong = value === undefined ? `is ${rule.takes}; found ${text ? `"${text}"` : "none"}` : rule.wrong(value);
  if (!wrong) return value;
  const hint = meant(text ?? "", rule.words ?? []);
  throw problem.choice`${where}: ${hyphened(option)} ${wrong}.${hint} All its options: crawlbench methods ${name}`;
}

/** A value as its kind is written; undefined where it is none of that kind. */
function read({ kind, words = [] }: OptionRule, text: string): unknown {
  if (kind === "word") return wordIn(words, text);
  if (kind === "text") return text || undefined;
  if (kind === "flag") return { true: true, yes: true, false: false, no: false }[text];
  const [, digits, percent] = /^\s*(.*?)\s*(%?)\s*$/s.exec(text) as unknown as string[];
  const number = Number(digits.replace("∞", "Infinity"));
  if (digits === "" || Number.isNaN(number)) return undefined;
  return percent ? number / 100 : number;
}

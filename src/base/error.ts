/** What can go wrong, and what each code says of it. Programs branch on the code, never on the message. */
export const PROBLEMS = {
  option: "an option or argument makes no sense; the fact `option` names it where there is one",
  choice: "what was typed at the command line makes no sense",
  input: "a file named at the command line cannot be read, or does not hold what it should",
  "no-page": "the web has no such page or host",
  lacks: "a web or trace does not carry what is asked of it",
  unknown: "nothing has this name",
  missing: "what has this name is not on this machine",
  differs: "it is there, and is not what was expected",
  exists: "what is to be made is there already",
  "not-found": "there is no such file",
  folder: "a folder stands where a file should, or holds nothing that is known",
  empty: "it holds nothing",
  "unknown-format": "a file is in no format that is known",
  format: "a file is malformed; the facts tell the format, the place, what was expected and found",
  graph: "links make no graph",
  rows: "no figure can be drawn of these rows",
  ordering: "an ordering cannot order this crawl, or breaks its rules",
  crawl: "a virtual crawl cannot be made, judged or resumed",
  "not-crawled": "a page cannot be explained, since the crawl never took it",
  stopped: "somebody stopped it; what was done is kept where it can be",
  "no-critical-region": "there is nothing to aim at; the fact `knee` says why",
  law: "counts contradict each other",
  "not-a-trace": "it is in another format than expected",
  cut: "it ends in the middle of something",
  damaged: "it holds other bytes than were written, or what cannot be",
  "too-many-urls": "more different URLs than were allowed, or than memory has room for",
  "not-a-snapshot": "the folder holds no snapshot",
  "not-an-archive": "it is no WARC, ARC, WAT or WACZ",
  unsupported: "it is packed in a way that is not read here",
  "no-links": "an archive holds nothing that links could be read from",
  "copy-needed": "bodies cannot be read where they lie",
  moved: "a record is not where it should be",
  version: "another version of crawlbench wrote or sent it",
  "disk-full": "there is no room; what was acknowledged is safe",
  failed: "the disk, the system or another program refuses; the fact `system` is its own code",
  locked: "another process has it open",
  closed: "it was closed before",
  settings: "it was made with other settings",
  "bad-url": "a URL that cannot be stored",
  unavailable: "a program that it needs is not installed",
  unreachable: "nothing answers",
  unsuitable: "what answers cannot do what is needed",
  refused: "not with this name and password",
  "too-large": "a message is larger than the engine takes",
  unreconciled: "processes that share a crawl do not have what was sent to them, and sending it again did not help",
  "gives-up": "a job ended one worker after the other",
  fetch: "a request brought no response that could be used; the fact `fault` is its kind",
  log: "a line of a log is not as its format says",
  selector: "no CSS selector",
  notebook: "a notebook cannot be read, run or written",
} as const;

export type Code = keyof typeof PROBLEMS;

/** Plain data. */
export type Facts = Readonly<Record<string, unknown>>;

/** A piece of a message: text, the name of an option, or a next step for a program and for a person who types. */
export type Part =
  | string
  | { readonly option: string; readonly owner?: string }
  | { readonly call: string; readonly typed: string };

/** A message, or a piece of one: `say`. An error is one, too. */
export interface Said {
  readonly parts: readonly Part[];
  readonly facts: Facts;
}

type FlagOf = (option: string, owner?: string) => string | undefined;

/** Our error: a code, the facts, and a message that each surface words for its reader. */
export class CrawlbenchError extends Error implements Said {
  static {
    CrawlbenchError.prototype.name = "CrawlbenchError";
  }

  constructor(
    readonly code: Code,
    readonly parts: readonly Part[],
    readonly facts: Facts = {},
    options?: ErrorOptions,
  ) {
    super(worded(parts), options);
  }

  /** The message as a command line says it. @param flagOf an option as it is typed, where it can be: "--url-cache" */
  told(flagOf: FlagOf = () => undefined): string {
    return worded(this.parts, flagOf);
  }

  toJSON(): ErrorData {
    return dataOf(this);
  }
}

/** An error as plain data, on its way from another thread or machine. */
export interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly parts?: readonly Part[];
  readonly facts?: Facts;
  readonly cause?: ErrorData;
}

/** Tag of a message that makes an error; called with facts, or a cause, that the message does not name, a tag too. */
interface Problem {
  (texts: TemplateStringsArray, ...values: readonly unknown[]): CrawlbenchError;
  (about: Facts): Problem;
}

/** "disk-full" -> "diskFull" */
type Camel<S extends string> = S extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : S;

/** For a code that is known only when it is thrown. An error among the values becomes the cause. */
export const problemOf = (code: Code, { cause: given, ...about }: Facts = {}): Problem =>
  ((first: TemplateStringsArray | Facts, ...values: readonly unknown[]) => {
    if (!Array.isArray(first)) return problemOf(code, first as Facts);
    const { parts, facts } = say(first as unknown as TemplateStringsArray, ...values);
    const cause = given ?? values.find((value) => value instanceof Error);
    return new CrawlbenchError(code, parts, { ...facts, ...about }, cause === undefined ? {} : { cause });
  }) as Problem;

/** Makes errors of ours, by their codes: throw problem.noPage`${web.name} has no page ${page}`. */
export const problem = Object.fromEntries(
  Object.keys(PROBLEMS).map((code) => [
    code.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    problemOf(code as Code),
  ]),
) as { readonly [C in Code as Camel<C>]: Problem };

/** A piece of a message, for a message. An error among the values is told, facts and all. */
export function say(texts: TemplateStringsArray, ...values: readonly unknown[]): Said {
  const said = values.map(saidOf);
  const parts: Part[] = [];
  for (const part of texts.flatMap((text, index): readonly Part[] => [text, ...(said[index]?.parts ?? [])])) {
    const last = parts.at(-1);
    if (typeof part !== "string" || typeof last !== "string") parts.push(part);
    else parts[parts.length - 1] = last + part;
  }
  const named = parts.find((part) => typeof part !== "string" && "option" in part);
  return { parts, facts: Object.assign({ ...(named as object) }, ...said.map(({ facts }) => facts)) };
}

/** Name of an option: as it is in a program, --as-it-is typed at the command line. @param owner who takes it */
export const option = (name: string, owner?: string): Part => ({ option: name, ...(owner && { owner }) });

/** The next step, for a program and for a person who types. */
export const either = (call: string, typed: string): Part => ({ call, typed });

/** Text that is a fact, too. */
export const fact = (name: string, value: string | number): Said => ({ parts: [`${value}`], facts: { [name]: value } });

/** "found 7": what was given, which becomes the fact `found`. */
export function got(value: unknown): Said {
  const text = shown(value);
  const isPlain = value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  const found = isPlain ? value : /^[[{"]/.test(text) ? JSON.parse(text) : text;
  return { parts: [`found ${text}`], facts: { found } };
}

/** A value as JSON, numbers that JSON lacks as text; methods by their names, and what JSON cannot tell by its kind. */
export function shown(value: unknown): string {
  if (isMethod(value)) return `the ${value.kind} ${value.name}`;
  if (typeof value === "function") return "a function";
  if (typeof value !== "string" && typeof value !== "object") return String(value);
  try {
    return JSON.stringify(value, function (this: unknown, _key, inner: unknown) {
      const isListed = Array.isArray(this) && typeof inner === "function";
      return lacking(inner) || isListed || isMethod(inner) ? shown(inner) : inner;
    });
  } catch {
    return `an object (${(value as object).constructor?.name})`; // it holds itself
  }
}

/** Is it a method of a family, such as an ordering? */
export const isMethod = (value: unknown): value is { readonly kind: string; readonly name: string } => {
  const { kind, name, label } = Object(value) as Partial<Record<"kind" | "name" | "label", unknown>>;
  return [kind, name, label].every((each) => typeof each === "string");
};

const lacking = (value: unknown): boolean =>
  typeof value === "bigint" || value === undefined || (typeof value === "number" && !Number.isFinite(value));

/** "found a promise, ...": what was given in the place of a thing that is too large to show. */
export function gotInstead(value: unknown): Said {
  const what = value as { readonly constructor?: { readonly name: string } };
  const large = typeof value === "function" ? "a function" : `an object (${what?.constructor?.name})`;
  const text = value instanceof Promise ? "a promise: write await before what made it" : large;
  const isLarge = typeof value === "function" || (typeof value === "object" && value !== null);
  return isLarge ? { parts: [`found ${text}`], facts: { found: text } } : got(value);
}

/** True for an error of ours, of one of these codes or of any. */
export const isProblem = (error: unknown, ...codes: readonly Code[]): error is CrawlbenchError =>
  error instanceof Error &&
  error.name === "CrawlbenchError" &&
  (codes.length === 0 || codes.includes((error as CrawlbenchError).code));

/** The same error, said of a file. */
export const within = (path: string, error: CrawlbenchError): CrawlbenchError =>
  problemOf(error.code)`${fact("path", path)}: ${error}`;

export function dataOf(error: unknown): ErrorData {
  const { name, message, stack, code, parts, facts, cause } = error as ErrorData;
  return { name, message, stack, code, parts, facts, ...(cause instanceof Error && { cause: dataOf(cause) }) };
}

/** The error that data was made of; one that is not ours has its name, message and stack. */
export function errorFrom({ name, message, stack, code, parts, facts, cause }: ErrorData): Error {
  const options = cause && { cause: errorFrom(cause) };
  const error = parts ? new CrawlbenchError(code as Code, parts, facts, options) : new Error(message, options);
  return Object.assign(error, { ...(stack && { stack }), ...(!parts && { name, ...(code && { code }) }) });
}

function worded(parts: readonly Part[], flagOf?: FlagOf): string {
  const words = parts.map((part) => {
    if (typeof part === "string") return part;
    if ("call" in part) return flagOf ? part.typed : part.call;
    return flagOf?.(part.option, part.owner) ?? `${part.owner ? `${part.owner}: ` : ""}${part.option}`;
  });
  return words.join("");
}

function saidOf(value: unknown): Said {
  if (typeof value === "object" && value !== null) {
    if ("parts" in value) return value as Said;
    if ("option" in value || "call" in value) return { parts: [value as Part], facts: {} };
    if (value instanceof Error) return { parts: [value.message], facts: {} };
  }
  return { parts: [String(value)], facts: {} };
}

import { problem } from "../base/error.js";
import type { SmallFiles } from "../base/file/small-files.js";
import type { SchedulerState } from "./politeness/task.js";
import type { RobotsState } from "./robots-desk.js";
import type { ScopeState } from "./scope.js";

/**
 * What is known of hosts, and what the limits of scope have counted. It is written after each checkpoint, beside the
 * snapshot. Of a change it has only the rows that are other than before.
 */
export interface HostsState {
  readonly hosts: SchedulerState;
  readonly robots: RobotsState;
  readonly scope: ScopeState;
}

/** Whoever knows a part of it. */
export interface HostsParts {
  readonly scheduler: Knows<SchedulerState>;
  readonly robots: Knows<RobotsState>;
  readonly scope: Knows<ScopeState>;
}

interface Knows<State> {
  save(now: number): State;
  /** What changed since this was called last; after it, nothing has. */
  changes(now: number): State;
}

type Row = readonly [key: string | number, ...values: unknown[]];
type Tables<Rows> = Record<(typeof TABLES)[number], Rows>;

const TABLES = ["hosts", "origins", "domains", "addresses", "dead", "robots", "pages", "names", "counters"] as const;

/** One line of the file. A later row of a table stands for an earlier one with the same key. */
interface Line extends Partial<Tables<readonly Row[]>> {
  readonly version: 1;
  /** What the clock read, milliseconds since 1970; files of earlier versions do not say. */
  readonly at?: number;
  readonly known: number;
  readonly blocked: readonly string[];
}

/** Columns of the tables that are times of the clock. */
const TIMES: Partial<Tables<readonly number[]>> = {
  hosts: [1],
  origins: [1],
  domains: [1],
  addresses: [1],
  robots: [3, 4],
};

const FILE = "hosts.jsonl";
/** Of version 0.1: one text, written whole at each checkpoint. */
const FORMER_FILE = "hosts.json";

/** Rows of a line. */
const LINE = 10_000;
/** Bytes of changes that never ask for a new file. */
const SMALL = 1 << 20;

/**
 * What is known of hosts, on disk: what was known first, and a line for each checkpoint, which has what changed. The
 * file is written anew when the changes are more than the rest: a checkpoint costs in proportion to what changed.
 */
export class HostsFile {
  readonly #files: SmallFiles;
  /** Bytes of the file when it was written whole; undefined: it must be. */
  #whole: number | undefined;
  #changed = 0;

  constructor(files: SmallFiles) {
    this.#files = files;
  }

  /**
   * @param now what the clock reads. Where it was set back since the file was written, all times are as much earlier:
   *   nobody waits for the difference
   * @returns undefined where none was written
   * @throws "damaged" when it cannot be read
   */
  read(now: number): HostsState | undefined {
    const [name, bytes] = [FILE, FORMER_FILE]
      .map((name) => [name, this.#files.read(name)] as const)
      .find(([, found]) => found !== undefined) ?? [FILE, undefined];
    if (bytes === undefined) return undefined;
    try {
      return joined(name === FILE ? linesIn(bytes) : linesOf(ofFormer(JSON.parse(`${Buffer.from(bytes)}`))), now);
    } catch (error) {
      throw problem.damaged`state/${name} cannot be read: ${error}. Delete it to resume without what is known of hosts: their robots.txt are asked for again`;
    }
  }

  /**
   * Takes stock of what is known now. @returns writes it; it is on disk when that resolves, and after a kill it is as
   * before or as now
   */
  take({ scheduler, robots, scope }: HostsParts, now: number): () => Promise<void> {
    const take = (which: "save" | "changes"): HostsState => ({
      hosts: scheduler[which](now),
      robots: robots[which](now),
      scope: scope[which](now),
    });
    const changes = take("changes");
    const isWhole = this.#whole === undefined || this.#changed > Math.max(this.#whole, SMALL);
    const lines = [...linesOf(isWhole ? take("save") : changes, now)];
    const bytes = Buffer.concat(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)));
    const whole = isWhole ? bytes.length : this.#whole;
    this.#changed = isWhole ? 0 : this.#changed + bytes.length;
    this.#whole = undefined; // unless all goes well
    return async () => {
      if (isWhole) {
        await this.#files.replace(FILE, bytes);
        await this.#files.delete(FORMER_FILE);
      } else await this.#files.append(FILE, bytes);
      this.#whole = whole;
    };
  }
}

function* linesOf(state: HostsState, at?: number): Generator<Line> {
  const { version, known, blocked } = state.hosts;
  const tables = tablesOf(state);
  for (let from = 0, most = 1; from < most; from += LINE) {
    const line: Line = { version, at, known, blocked };
    for (const name of TABLES) {
      const rows = tables[name];
      most = Math.max(most, rows.length);
      if (rows.length > from) Object.assign(line, { [name]: rows.slice(from, from + LINE) });
    }
    yield line;
  }
}

/** Lines that came to the disk as a whole. */
function* linesIn(bytes: Uint8Array): Generator<Line> {
  for (let from = 0, end: number; ; from = end + 1) {
    end = bytes.indexOf(0x0a, from);
    if (end < 0) return;
    yield JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString());
  }
}

/** What all lines say, at a clock that reads `now`. @returns undefined: there is none */
function joined(lines: Iterable<Line>, now: number): HostsState | undefined {
  let last: Line | undefined;
  const found = Object.fromEntries(TABLES.map((name) => [name, new Map<Row[0], Row>()])) as Tables<Map<Row[0], Row>>;
  for (const line of lines) {
    last = line;
    for (const name of TABLES) for (const row of line[name] ?? []) found[name].set(row[0], row);
  }
  if (last === undefined) return undefined;
  const setBack = Math.max(0, (last.at ?? now) - now);
  return stateOf(last, (name) => {
    const rows = [...found[name].values()];
    return setBack === 0 ? rows : rows.map((row) => earlier(row, setBack, TIMES[name]));
  });
}

/** A row whose times are so many milliseconds earlier; 0 is none. */
const earlier = ([key, ...values]: Row, ms: number, times: readonly number[] = []): Row => [
  key,
  ...values.map((value, i) => (times.includes(i + 1) && value !== 0 ? (value as number) - ms : value)),
];

const tablesOf = ({ hosts, robots, scope }: HostsState): Tables<readonly Row[]> => ({
  hosts: hosts.hosts,
  origins: hosts.robots,
  domains: hosts.domains,
  addresses: hosts.addresses,
  dead: hosts.dead,
  robots,
  pages: scope.hosts,
  names: scope.names.map((name) => [name]),
  counters: scope.counters,
});

/** An origin whose file there was no room for is asked for it again: what nobody knows is not allowed. */
function stateOf({ version, known, blocked }: Line, rowsOf: (table: (typeof TABLES)[number]) => Row[]): HostsState {
  const robots = rowsOf("robots").filter(([, , , , expiresAt]) => expiresAt !== 0);
  const kept = new Set(robots.map(([origin]) => origin));
  const hosts = {
    hosts: rowsOf("hosts"),
    robots: rowsOf("origins").filter(([origin]) => kept.has(origin)),
    domains: rowsOf("domains"),
    addresses: rowsOf("addresses"),
    dead: rowsOf("dead"),
  };
  const scope = { hosts: rowsOf("pages"), names: rowsOf("names").map(([name]) => name), counters: rowsOf("counters") };
  const state = { hosts: { version, known, blocked, ...hosts }, robots, scope: { version, ...scope } };
  return state as unknown as HostsState; // rows are what `tablesOf` was given
}

/** What version 0.1 wrote: counters as one text, "" where nothing was counted. */
type FormerState = Omit<HostsState, "scope"> & {
  readonly scope: Omit<ScopeState, "counters"> & { readonly counters: string };
};

function ofFormer({ scope, ...rest }: FormerState): HostsState {
  return { ...rest, scope: { ...scope, counters: scope.counters === "" ? [] : [[0, scope.counters]] } };
}

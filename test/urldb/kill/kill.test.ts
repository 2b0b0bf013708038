import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { openUrlDatabase, UrlDatabase } from "../../../src/urldb/database.js";
import { inMemory } from "../../../src/urldb/engine/in-memory.js";
import type { Taken, UrlDatabaseEngine, UrlStore } from "../../../src/urldb/engine.js";
import { settingsOf, type UrlDatabaseSettings } from "../../../src/urldb/settings.js";
import { type NewUrl, UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { engineExports, isEngine, isTried } from "../engines.js";

/** A call as load.mjs makes it. */
type Call =
  | { readonly kind: "add"; readonly urls: readonly NewUrl[] }
  | { readonly kind: "take"; readonly count: number; readonly now: number }
  | { readonly kind: "confirm"; readonly urls: readonly string[]; readonly now: number }
  | { readonly kind: "tick"; readonly now: number };

const load = join(import.meta.dirname, "load.mjs");
const { settings } = (await import(/* @vite-ignore */ pathToFileURL(load).href)) as {
  readonly settings: UrlDatabaseSettings;
};

/** Kills per engine; those not named here, the least. A database is killed this often before a new one is made. */
const kills = depth<Readonly<Record<string, number>>>({
  everyday: { dedicated: 3, lmdb: 2 },
  prove: { dedicated: 60, lmdb: 12 },
});
const leastKills = depth({ everyday: 2, prove: 5 });
const killsPerDatabase = depth({ everyday: 2, prove: 5 });

/**
 * Options to use by turns with those that the engine has by itself, so that few URLs meet all that it does with many.
 */
const variants: Readonly<Record<string, { readonly name: string; readonly options: object }>> = {
  dedicated: { name: "dedicatedWith", options: { recentUrls: 40 } },
};

interface Run {
  readonly file: string;
  readonly name: string;
  readonly options: object | null;
  readonly path: string;
  readonly seed: number;
  readonly now: number;
}

/**
 * When to kill: so long after the child was started, or once it has had so many answers, and so long after the last of
 * them.
 */
type Moment =
  | { readonly afterStart: number }
  | { readonly answers: number; readonly thenMs: number; readonly before?: () => Promise<unknown> };

/** What a child said before it was killed. */
interface Killed {
  readonly calls: readonly Call[];
  readonly results: ReadonlyMap<number, unknown>;
}

/** Starts child.mjs, kills it at that moment, and tells what it had said until then. */
function killed(run: Run, moment: Moment): Promise<Killed> {
  const dist = resolve(import.meta.dirname, "../../../dist");
  const child = spawn(process.execPath, [join(import.meta.dirname, "child.mjs"), JSON.stringify({ dist, ...run })], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => child.exitCode === null && child.pid !== undefined && process.kill(child.pid, "SIGKILL");
  let timer: NodeJS.Timeout | undefined;
  if ("afterStart" in moment) timer = setTimeout(kill, moment.afterStart);
  let said = "";
  let answers = -1;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    answers += text.split('{"end"').length - 1 + text.split('{"opened"').length - 1;
    if (!("answers" in moment) || timer || answers < moment.answers) return;
    timer = setTimeout(() => (moment.before ? moment.before().then(kill, kill) : kill()), moment.thenMs);
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return new Promise((done, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (signal !== "SIGKILL") return reject(new Error(`the child ended by itself, with ${code}: ${errors}`));
      const calls: Call[] = [];
      const results = new Map<number, unknown>();
      const lines = said.split("\n").slice(0, -1); // what has no line end was not said
      for (const line of lines) {
        const { begin, call, end, result } = JSON.parse(line);
        if (begin !== undefined) calls[begin] = call;
        if (end !== undefined) results.set(end, result);
      }
      done({ calls, results });
    });
  });
}

const rowOf = ({ url, depth, priority, deadline }: Taken) => [url, depth, priority, deadline];

/** A part of a call that survives a kill as a whole. */
type Part = (store: UrlStore) => Promise<unknown>;

/** `take` checks, then takes. */
function partsOf(call: Call): Part[] {
  if (call.kind === "add") return [async (store) => [...(await store.add(UrlBatch.of(call.urls)))]];
  if (call.kind === "confirm") return [async (store) => [...(await store.confirm(UrlBatch.of(call.urls), call.now))]];
  const check: Part = (store) => store.tick(call.now);
  return call.kind === "tick" ? [check] : [check, async (store) => (await store.take(call.count, call.now)).map(rowOf)];
}

/** The oracle, to which the calls of the child are made in parts. */
class Oracle {
  readonly #store = inMemory.open("", settingsOf(settings));
  readonly database = this.#store.then((store) => new UrlDatabase(store, settingsOf(settings), "oracle"));
  readonly #made: Part[] = [];

  async make(part: Part): Promise<unknown> {
    this.#made.push(part);
    return part(await this.#store);
  }

  /** Another, to which the same happened. */
  async copy(): Promise<Oracle> {
    const copy = new Oracle();
    for (const part of this.#made) await copy.make(part);
    return copy;
  }
}

/** All that can be asked of a database without changing it, the records of these URLs last. */
async function stateOf(database: UrlDatabase, urls: Iterable<string>): Promise<string[]> {
  const records = Array.from(urls, (url) => database.get(url));
  const [size, outstanding] = await Promise.all([database.size(), database.outstanding()]);
  return [JSON.stringify(size), JSON.stringify(outstanding.map(rowOf)), JSON.stringify(await Promise.all(records))];
}

/**
 * One database, killed several times; beside it the oracle, to which everything happened that survived. When a URL comes
 * back after its re-crawl cannot be asked. So calls under way may lead back to what can be asked, and change that: then
 * there is an oracle for each number of them that may have survived, until what the database does tells.
 */
class History {
  readonly path = join(temporaryFolder(), "database");
  #oracles = [new Oracle()];
  /** URLs that any call spoke of. */
  readonly #urls = new Set<string>();
  /**
   * Of all kills: those that cut off calls under way, calls that had begun, and those of them that survived without an
   * answer.
   */
  readonly counts = { kills: 0, busy: 0, calls: 0, survivedUnanswered: 0, lost: 0 };
  #now = 1000;

  constructor(
    readonly engine: UrlDatabaseEngine,
    readonly run: Pick<Run, "file" | "name" | "options">,
  ) {}

  async round(seed: number, moment: Moment, takeAll: boolean): Promise<void> {
    const { calls, results } = await killed({ ...this.run, path: this.path, seed, now: this.#now }, moment);
    this.counts.kills++;
    this.counts.calls += calls.length;
    if (results.size < calls.length) this.counts.busy++;
    for (const call of calls) {
      if (call.kind === "add") for (const { url } of call.urls) this.#urls.add(url as string);
      else this.#now = call.now;
    }
    await using database = await openUrlDatabase(this.path, { engine: this.engine, ...settings });
    const found = await stateOf(database, this.#urls);
    this.#oracles = await fitting(this.#oracles, (oracle) => this.#replay(oracle, calls, results, found));
    this.#now += 100;
    if (!takeAll) return;
    const [check, take] = partsOf({ kind: "take", count: 100_000, now: this.#now });
    const all = (await database.take(100_000, this.#now)).map(rowOf);
    const state = await stateOf(database, this.#urls);
    this.#oracles = await fitting(this.#oracles, async (oracle) => {
      await oracle.make(check);
      expect(all).toEqual(await oracle.make(take));
      expect(state).toEqual(await stateOf(await oracle.database, this.#urls));
      return [oracle];
    });
  }

  /**
   * What survived is what the first calls did: at least up to the last that was acknowledged, each part of a call as a
   * whole. @returns the oracle after so many, and after each greater number that looks the same
   */
  async #replay(
    oracle: Oracle,
    calls: readonly Call[],
    results: ReadonlyMap<number, unknown>,
    found: readonly string[],
  ): Promise<Oracle[]> {
    const last = Math.max(-1, ...results.keys());
    for (const [i, call] of calls.slice(0, last + 1).entries()) {
      let result: unknown;
      for (const part of partsOf(call)) result = await oracle.make(part);
      if (results.has(i)) expect(results.get(i), `what call ${i} gave: ${JSON.stringify(call)}`).toEqual(result);
    }
    const met = await stateOf(await oracle.database, this.#urls);
    const left = calls.slice(last + 1).flatMap((call, i) => partsOf(call).map((part) => ({ part, call: i + 1 })));
    const isFound = async (each: Oracle) => isIn(await each.database, found, this.#urls);
    let survived = 0;
    while (!(await isFound(oracle))) {
      const next = left.shift();
      if (!next) {
        expect(found, `after ${last + 1} answered calls of ${calls.length}: no state that they lead to`).toEqual(met);
        break; // not reached
      }
      await oracle.make(next.part);
      survived = next.call;
    }
    this.counts.survivedUnanswered += survived;
    this.counts.lost += calls.length - last - 1 - survived;
    const oracles = [oracle];
    const ahead = left.length > 0 ? await oracle.copy() : oracle;
    for (const { part } of left)
      if (didSomething(await ahead.make(part)) && (await isFound(ahead))) oracles.push(await ahead.copy());
    return oracles;
  }
}

/** Does the answer to a part say that something changed? */
const didSomething = (answer: unknown): boolean => Object.values(answer as object).some((each) => each !== 0);

/** What is made of the oracles that fit. @throws what the last of them throws, when none does */
async function fitting(oracles: readonly Oracle[], fitted: (oracle: Oracle) => Promise<Oracle[]>): Promise<Oracle[]> {
  const fits: Oracle[] = [];
  let misfit: unknown;
  for (const oracle of oracles) {
    try {
      fits.push(...(await fitted(oracle)));
    } catch (error) {
      misfit = error;
    }
  }
  if (fits.length === 0) throw misfit;
  return fits;
}

/** Is the oracle in this state? The sizes alone tell most states apart. */
async function isIn(oracle: UrlDatabase, state: readonly string[], urls: Iterable<string>): Promise<boolean> {
  if (JSON.stringify(await oracle.size()) !== state[0]) return false;
  return (await stateOf(oracle, urls)).every((part, i) => part === state[i]);
}

const exported = await engineExports();
const engines = exported
  .filter(({ value }) => isEngine(value) && value.durable)
  .filter(({ export: name }) => isTried(name));

/** The reason why an engine cannot be used here; undefined: it can. */
async function missingFor(engine: UrlDatabaseEngine): Promise<string | undefined> {
  const missing = await engine.missing?.();
  if (missing && process.env.CI) expect.unreachable(`${engine.name} cannot be tested, and CI is set: ${missing}`);
  return missing;
}

describe.each(engines)("$file, killed with SIGKILL", ({ file, export: name, value }) => {
  const engine = value as UrlDatabaseEngine;

  it("holds all that it acknowledged, and of what was under way the first calls, each as a whole", async (context) => {
    const missing = await missingFor(engine);
    if (missing) return context.skip(missing);
    const random = new Random(2009);
    const total = kills[name] ?? leastKills;
    const sum: Record<string, number> = {};
    let opening = 150;
    for (let history = 0; history * killsPerDatabase < total; history++) {
      const variant = history % 2 === 1 ? variants[name] : undefined;
      const make = exported.find((each) => each.export === variant?.name)?.value;
      const of = variant ? (make as (options: object) => UrlDatabaseEngine)(variant.options) : engine;
      const each = new History(of, variant ? { file, ...variant } : { file, name, options: null });
      const last = Math.min(killsPerDatabase, total - history * killsPerDatabase) - 1;
      for (let i = 0; i <= last; i++) {
        const begun = performance.now();
        const early = random.below(5) === 0;
        const moment: Moment = early
          ? { afterStart: random.next() * opening }
          : { answers: random.below(150), thenMs: random.below(3) === 0 ? 0 : random.next() * 20 };
        await each.round(history * killsPerDatabase + i, moment, i === last || random.below(3) === 0);
        if (!early) opening = Math.min(1000, performance.now() - begun);
      }
      for (const [what, count] of Object.entries(each.counts)) sum[what] = (sum[what] ?? 0) + count;
    }
    console.log(`${name}: ${JSON.stringify(sum)}`);
    expect(sum.kills).toBe(total);
    expect(sum.busy).toBeGreaterThan(total / 4); // else the kills would tell little
  });

  it("is locked, or shared, while the process that has it lives, and free once that one was killed", async (context) => {
    const missing = await missingFor(engine);
    if (missing) return context.skip(missing);
    const path = join(temporaryFolder(), "database");
    const mine = "http://another.example/";
    let met: unknown = "nothing";
    const before = async () => {
      met = "an error that is not of the database";
      try {
        await using database = await openUrlDatabase(path, { engine, ...settings });
        expect((await database.add(mine)).added).toBe(1);
        met = (await database.get(mine))?.depth;
      } catch (error) {
        met = (error as { code?: string }).code ?? error;
      }
    };
    const { calls } = await killed(
      { file, name, options: null, path, seed: 1, now: 0 },
      { answers: 5, thenMs: 0, before },
    );
    expect(["locked", 1]).toContain(met);
    await using database = await openUrlDatabase(path, { engine, ...settings });
    const first = calls.find((call) => call.kind === "add");
    expect(await database.get(first?.urls[0].url as string)).toMatchObject({ depth: 1 });
    expect(await database.get(mine)).toEqual(met === 1 ? { depth: 1, priority: 0, visited: false } : undefined);
  });
});

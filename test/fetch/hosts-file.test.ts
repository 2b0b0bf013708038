import { describe, expect, it } from "vitest";
import type { SmallFiles } from "../../src/base/file/small-files.js";
import { Random } from "../../src/base/random.js";
import { HostsFile, type HostsParts, type HostsState } from "../../src/fetch/hosts-file.js";
import { Scheduler } from "../../src/fetch/politeness/scheduler.js";
import type { Outcome } from "../../src/fetch/politeness/task.js";
import type { RobotsState } from "../../src/fetch/robots-desk.js";
import { scopeOf } from "../../src/fetch/scope.js";
import { memoryFiles } from "../cluster/memory-files.js";
import { depth } from "../depth.js";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const SCHEDULER = { delay: 30 * SECOND, domainDelay: 40 * SECOND, addressDelay: 50 * SECOND, deadAfterRefused: 1 };
const SCOPE = { within: "any", pagesPerHost: 9, queriesPerPath: 3, hostsPerDomain: 4 } as const;

/** Files of robots.txt, known to the scheduler and here. */
class Robots {
  readonly #rows = new Map<string, RobotsState[number]>();
  readonly #changed = new Set<string>();

  set(origin: string, body: string | undefined, expiresAt: number): void {
    this.#rows.set(origin, [origin, "rules", body ?? "", 0, body === undefined ? 0 : expiresAt]);
    this.#changed.add(origin);
  }

  save(): RobotsState {
    return [...this.#rows.values()].filter((row) => row[4] > 0);
  }

  changes(): RobotsState {
    const rows = [...this.#changed].map((origin) => this.#rows.get(origin) as RobotsState[number]);
    this.#changed.clear();
    return rows;
  }
}

const newParts = () => ({ scheduler: new Scheduler<number>(SCHEDULER), robots: new Robots(), scope: scopeOf(SCOPE) });

const sorted = <Row extends readonly unknown[] | string>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (String(a) < String(b) ? -1 : 1));

/** All that a crawl that begins with a state knows, in one order. */
function known(state: HostsState | undefined, now: number) {
  if (state === undefined) return undefined;
  const { scheduler, scope } = newParts();
  scheduler.restore(state.hosts);
  scope.restore(state.scope);
  const tables = { ...scheduler.save(now), ...scope.save(), files: state.robots };
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, Array.isArray(rows) ? sorted(rows) : rows]),
  );
}

/** What a whole save says, which the file has to say as well: an origin counts whose robots.txt is kept. */
function whole({ scheduler, robots, scope }: HostsParts, now: number) {
  const hosts = scheduler.save(now);
  const files = robots.save(now);
  const kept = new Set(files.map(([origin]) => origin));
  const state = { hosts: { ...hosts, robots: hosts.robots.filter(([origin]) => kept.has(origin)) }, robots: files };
  return known({ ...state, scope: scope.save(now) }, now);
}

const KINDS: readonly Outcome["kind"][] = ["answered", "answered", "answered", "down", "refused", "cut", "skipped"];

/** Does something to the parts that a crawl might. */
function act({ scheduler, robots, scope }: ReturnType<typeof newParts>, random: Random, now: number, busy: string[]) {
  const domain = `d${random.below(5)}.test`;
  const host = `h${random.below(6)}.${domain}`;
  const what = random.below(12);
  if (what < 4) {
    scheduler.put(host, what);
    scope.check(`http://${host}/p${random.below(2)}?q=${random.below(50)}`, 1);
  } else if (what < 7) {
    const task = scheduler.next(now);
    if (task) busy.push(task.host);
    if (task?.kind === "robots") {
      scheduler.robots(task.origin, { expiresAt: now + HOUR, ...(random.below(2) && { crawlDelay: 60 * SECOND }) });
      robots.set(task.origin, random.below(4) ? `b${random.below(9)}` : undefined, now + HOUR);
    }
  } else if (what < 10) {
    const [name] = busy.splice(random.below(Math.max(1, busy.length)), 1);
    const address = random.below(3) ? `10.0.0.${random.below(4)}` : undefined;
    if (name) scheduler.done(name, { now, kind: KINDS[random.below(KINDS.length)], ...(address && { address }) });
  } else if (what === 10) scheduler.hold(host, now + random.below(100) * SECOND);
  else if (random.below(3) === 0) {
    if (scheduler.blocked.includes(domain)) scheduler.unblock(domain);
    else scheduler.block(domain);
  }
}

describe("what is known of hosts, on disk", () => {
  it("is what a whole save says, whatever changed between checkpoints and was lost with them", async () => {
    const seen = { dead: 0, blocked: 0, counters: 0, origins: 0, addresses: 0, lost: 0 };
    for (let seed = 1; seed <= depth({ everyday: 4, prove: 12 }); seed++) {
      const random = new Random(seed);
      const files = new Map<string, Buffer>();
      const parts = newParts();
      const file = new HostsFile(memoryFiles(files));
      const busy: string[] = [];
      let now = 0;
      for (let checkpoint = 0; checkpoint < 15; checkpoint++) {
        for (let step = random.below(40); step > 0; step--) {
          now += random.below(4) ? random.below(20) * SECOND : 0;
          act(parts, random, now, busy);
        }
        const expected = whole(parts, now);
        const write = file.take(parts, now);
        act(parts, random, now, busy); // what comes while it is written is of the next one
        await write();
        const state = new HostsFile(memoryFiles(files)).read(now);
        expect(known(state, now), `seed ${seed}, checkpoint ${checkpoint}`).toEqual(expected);
        seen.dead += state?.hosts.dead.length ?? 0;
        seen.blocked += state?.hosts.blocked.length ?? 0;
        seen.counters += state?.scope.counters.length ?? 0;
        seen.origins += state?.hosts.robots.length ?? 0;
        seen.addresses += state?.hosts.addresses.length ?? 0;
        if (parts.robots.save().length < parts.scheduler.save(now).robots.length) seen.lost++;
      }
    }
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
  });

  /** A file of so many hosts, and their parts. */
  async function withHosts(count: number, files: SmallFiles) {
    const parts = newParts();
    const ask = (host: string, now: number) => {
      parts.scheduler.robots(`http://${host}`, { expiresAt: HOUR });
      parts.robots.set(`http://${host}`, "rules of it", HOUR);
      parts.scheduler.put(host, 0);
      expect(parts.scheduler.next(now)?.host).toBe(host);
      parts.scheduler.done(host, { now, kind: "answered" });
    };
    for (let i = 0; i < count; i++) ask(`h.d${i}.test`, 0);
    const file = new HostsFile(files);
    await file.take(parts, 0)();
    return { parts, file, ask };
  }

  it("costs in proportion to what changed, and is written whole once changes are more than the rest", async () => {
    const hosts = depth({ everyday: 10_000, prove: 25_000 });
    const stored = new Map<string, Buffer>();
    const { parts, file, ask } = await withHosts(hosts, memoryFiles(stored));
    const size = () => stored.get("hosts.jsonl")?.length ?? 0;
    const first = size();
    expect(first).toBeGreaterThan(hosts * 50);
    for (let i = 0, before = first; i < 10; i++, before = size()) {
      ask(`new.d${i}.example`, 0);
      await file.take(parts, 0)();
      expect(size() - before).toBeGreaterThan(0);
      expect(size() - before).toBeLessThan(500); // a host, its domain, its robots.txt
    }
    for (let turn = 0, most = 0; ; turn++) {
      expect(turn).toBeLessThan(20);
      for (let i = 0; i < hosts; i++) parts.scheduler.hold(`h.d${i}.test`, HOUR + turn);
      await file.take(parts, 0)();
      if (size() < most) break;
      most = size();
      expect(most).toBeLessThan(2.5 * first);
    }
    expect(known(new HostsFile(memoryFiles(stored)).read(0), 0)).toEqual(whole(parts, 0));
  });

  it("is as before where a kill tore what was being written, or the disk refused it, and whole at the next", async () => {
    const stored = new Map<string, Buffer>();
    const { parts, file, ask } = await withHosts(3, memoryFiles(stored));
    const expected = whole(parts, 0);
    const before = stored.get("hosts.jsonl") as Buffer;
    ask("new.example", 0);
    await file.take(parts, 0)();
    const after = stored.get("hosts.jsonl") as Buffer;
    for (let length = before.length; length < after.length; length++) {
      stored.set("hosts.jsonl", after.subarray(0, length));
      expect(known(new HostsFile(memoryFiles(stored)).read(0), 0)).toEqual(expected);
    }
    stored.set("hosts.jsonl", before);
    const full = { ...memoryFiles(stored), append: () => Promise.reject(new Error("no space")) };
    const refused = await withHosts(3, full);
    refused.ask("new.example", 0);
    await expect(refused.file.take(refused.parts, 0)()).rejects.toThrow("no space");
    await refused.file.take(refused.parts, 0)();
    expect(known(new HostsFile(full).read(0), 0)).toEqual(whole(refused.parts, 0));
  });

  it("has times as much earlier as the clock was set back since: no host rests for that", async () => {
    const stored = new Map<string, Buffer>();
    const { parts, file, ask } = await withHosts(0, memoryFiles(stored));
    const [then, now] = [9 * HOUR, 7 * HOUR];
    ask("a.test", then);
    parts.robots.set("http://a.test", "rules", then + HOUR);
    await file.take(parts, then + 10 * SECOND)();
    for (const [clock, rests] of [
      [now, 30 * SECOND], // 10 s of the domain's 40 had passed when the file was written
      [then + 20 * SECOND, 20 * SECOND], // a clock that goes on
    ]) {
      const state = new HostsFile(memoryFiles(stored)).read(clock);
      const { scheduler } = newParts();
      if (state) scheduler.restore(state.hosts);
      scheduler.robots("http://a.test", { expiresAt: clock + HOUR });
      scheduler.put("a.test", 1);
      expect(scheduler.next(clock + rests - 1)).toBeUndefined();
      expect(scheduler.next(clock + rests)?.host).toBe("a.test");
      expect(state?.robots[0][4]).toBe(clock === now ? now + HOUR - 10 * SECOND : then + HOUR);
    }
  });

  it("of version 0.1 is read, and gives way at the first checkpoint", async () => {
    const { scheduler, robots, scope } = newParts();
    scheduler.put("a.test", 1);
    scheduler.next(0);
    scheduler.robots("http://a.test", { expiresAt: HOUR, crawlDelay: 7 * SECOND });
    robots.set("http://a.test", "rules", HOUR);
    scheduler.done("a.test", { now: 0, kind: "answered" });
    expect(["1", "2"].map((query) => scope.check(`http://a.test/?a=${query}`, 1))).toEqual([undefined, undefined]);
    const counters = Buffer.alloc(2 ** 21); // as it was: all counters as one text
    for (const [from, text] of scope.save().counters) counters.write(text, 4 * from, "base64");
    const state = { hosts: scheduler.save(0), robots: robots.save() };
    const former = { ...state, scope: { ...scope.save(), counters: counters.toString("base64") } };
    const stored = new Map([["hosts.json", Buffer.from(JSON.stringify(former))]]);
    const file = new HostsFile(memoryFiles(stored));
    expect(known(file.read(0), 0)).toEqual(whole({ scheduler, robots, scope }, 0));
    await file.take({ scheduler, robots, scope }, 0)();
    expect([...stored.keys()]).toEqual(["hosts.jsonl"]);
    expect(known(file.read(0), 0)).toEqual(whole({ scheduler, robots, scope }, 0));
  });

  it("says how to go on where a whole line is no JSON, and is nothing where nothing was written", () => {
    const read = (text: string) => () =>
      new HostsFile(memoryFiles(new Map([["hosts.jsonl", Buffer.from(text)]]))).read(0);
    expect(read('{"version":1')()).toBeUndefined();
    expect(read('{"version":\n')).toThrow(/hosts\.jsonl cannot be read: .*Delete it to resume without/);
    expect(new HostsFile(memoryFiles()).read(0)).toBeUndefined();
  });
});

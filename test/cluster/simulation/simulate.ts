import { Random } from "../../../src/base/random.js";
import { type JoinedCrawl, takePart } from "../../../src/cluster/join.js";
import type { MemberState } from "../../../src/cluster/member.js";
import { SharedTable } from "../../../src/cluster/shared-table.js";
import { type CrawlTable, leaving, lost } from "../../../src/cluster/table.js";
import { Crawl } from "../../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../../src/fetch/crawl-options.js";
import type { Transport } from "../../../src/fetch/fetched.js";
import { type CrawlState, seedsOf } from "../../../src/fetch/saved-state.js";
import type { CrawlStatus } from "../../../src/fetch/status.js";
import { partitioner } from "../../../src/url/partition.js";
import { SimulatedWeb } from "../../fetch/simulated-web.js";
import { type FrailEngine, type InMemoryEngine, inMemoryEngine } from "../in-memory-engine.js";
import { DELAY, RandomWeb } from "../random-web.js";
import { SimulatedDisk } from "./disk.js";
import { Gate, World } from "./world.js";

const HOUR = 3_600_000;

/** What the engine does in half of all simulations to one message in thirteen, up to the end. */
const MISHAPS = ["lost", "doubled", "early"] as const;

const MISFORTUNES = [
  (name: string) => `${name} is killed`,
  (name: string) => `${name} is cut off`,
  () => "the engine loses its disk",
  () => "the engine loses what it had not synced",
  () => "all are killed",
];

/** What may happen just when something is written down: two where the process is on the engine's machine. */
const AMBUSHES = [[0], [1], [2], [3], [0, 2], [0, 3], [4, 2], [4, 3]];

/** Steps of which every other one of a restless simulation is: a process comes, leaves, is killed, or is lost. */
const RESTLESS = [0, 0, 3, 6, 13, 13];

/** Minutes for which, when nothing else goes wrong any more, a process of a restless simulation is away. */
const AWAY = 4;

/** A process, its machine and its disk. */
interface Hand {
  readonly name: string;
  readonly disk: SimulatedDisk;
  run: Run | undefined;
}

/** A process from its start to its end. */
interface Run {
  readonly gate: Gate;
  readonly engine: FrailEngine;
  readonly transport: Transport;
  readonly joined: Promise<JoinedCrawl>;
  isOver: boolean;
  /** How it ended. */
  state?: CrawlStatus["state"];
  /** The crawl was done when it came. */
  cameLate?: true;
  /** Once it has joined, and which crawl that is. */
  has?: JoinedCrawl;
  crawl?: string;
}

/** The crawl that it takes part in, by what tells it from another of its name; undefined for one that never did. */
const crawlOf = ({ disk, run }: Hand): string | undefined =>
  ((disk.state as CrawlState | undefined)?.neighbours as MemberState | undefined)?.crawlId ?? run?.crawl;

const isAtWork = ({ run }: Hand): boolean => run !== undefined && !run.isOver;

/** How a simulation ended. */
export interface SimulatedEnd {
  /** What happened, line by line, for whoever looks for a cause. */
  readonly story: readonly string[];
  /** What must never be, and was. */
  readonly broken: readonly string[];
}

/**
 * A crawl that processes share, wholly in memory: processes, their clocks and disks, the engine, the web. From one seed
 * comes everything: who joins and leaves, what is cut off, killed, paused and lost, and which of two things comes first.
 * Every tenth seed is that of a restless simulation.
 */
export async function simulate(seed: number): Promise<SimulatedEnd> {
  const simulation = new Simulation(new Random(seed), seed % 10 === 8);
  try {
    await simulation.run();
  } catch (error) {
    simulation.break((error as Error).stack ?? String(error));
  }
  return simulation;
}

class Simulation implements SimulatedEnd {
  readonly story: string[] = [];
  readonly broken: string[] = [];
  readonly #random: Random;
  readonly #isRestless: boolean;
  readonly #world: World;
  readonly #web: RandomWeb;
  readonly #server: InMemoryEngine;
  readonly #asked: SimulatedWeb;
  readonly #hands = new Map<string, Hand>();
  readonly #latency: () => number;
  readonly #partitions: number;
  /** Who asked for what the web has logged, and for which crawl. */
  readonly #askers: { readonly name: string; readonly crawl: string | undefined }[] = [];
  /** Processes lost with their disks. */
  readonly #lost = new Set<string>();
  /** When they were given up. */
  readonly #losses: number[] = [];
  /** The crawl that is to be done, by what tells it from another of its name. */
  #crawlId = "";
  /** Somebody was told that the engine lost the crawl, and that another was begun by its name. */
  #isTwice = false;
  /** What the engine has on its own disk, from the last time it was synced. */
  #synced: (() => void) | undefined;

  /** @param isRestless processes come, leave and are lost more often, the first too, and one is away at the end */
  constructor(random: Random, isRestless: boolean) {
    this.#random = random;
    this.#isRestless = isRestless;
    this.#world = new World(random);
    this.#web = new RandomWeb(random, 10 + random.below(70));
    this.#partitions = 1 + random.below(24);
    const most = [1, 30, 300][random.below(3)];
    this.#latency = () => this.#random.below(most);
    const isFaulty = this.#random.below(2) === 0;
    this.#server = inMemoryEngine({
      now: () => this.#world.now,
      route: (work) => this.#world.after(this.#random.below(this.#random.below(4) === 0 ? 1_500 : 10), work),
      mishap: () => (isFaulty ? MISHAPS[this.#random.below(40)] : undefined),
    });
    const clock = new Gate(this.#world).clock(0);
    this.#asked = new SimulatedWeb(clock as ConstructorParameters<typeof SimulatedWeb>[0], this.#web.answer);
    this.#every(1_000, () => this.#server.redeliver());
    this.#every(500 + random.below(20_000), () => {
      this.#synced = this.#server.remember();
    });
  }

  async run(): Promise<void> {
    this.#start("a");
    await this.#settled(this.#hand("a").run?.joined);
    for (const name of "bcd".slice(this.#random.below(4))) this.#start(name);
    for (let step = 4 + this.#random.below(20); step > 0; step--) {
      const pause = this.#random.below(3) === 0 ? this.#random.below(100) : this.#random.below(3_000);
      await this.#settled(this.#world.wait(pause));
      await this.#step();
      await this.#endOther();
    }
    await this.#finish();
    this.#judge();
  }

  break(what: string): void {
    this.broken.push(what);
  }

  /**
   * From now on nothing goes wrong: whoever ends before all is done is started again, as whoever looks after it would.
   * Only when others still wait after five minutes, and every half hour from then on, those that ended well are, and those
   * that wait for somebody to begin: the engine may have lost what only they know.
   */
  async #finish(): Promise<void> {
    this.#note("from now on nothing goes wrong");
    const away = this.#isRestless ? this.#pick([...this.#hands.keys()]) : undefined;
    if (away !== undefined) this.#goAway(this.#hand(away));
    for (let minute = 0; minute < 180; minute++) {
      await this.#endOther();
      for (const hand of this.#hands.values()) {
        if (hand.name === away && minute < AWAY) continue;
        hand.run?.engine.reconnect();
        const isLate = minute % 30 === 5;
        const waits = isLate && hand.run?.has === undefined;
        if (waits || (!isAtWork(hand) && (isLate || !this.#hasEnded(hand)))) this.#start(hand.name);
      }
      await this.#settled(this.#world.wait(60_000));
      const isOver = [...this.#hands.values()].every((hand) => this.#hasEnded(hand));
      const isSaid = (isOver || minute % 4 === 3) && (await this.#settled(this.#giveUpAgain()));
      if (isOver && !isSaid) return;
      if (isOver) this.#beginAgain();
    }
    this.break(`it is not done after three hours: ${this.#standing()}`);
  }

  /** Killed or cut off: the others do what they can, and are not to end without it. */
  #goAway(hand: Hand): void {
    this.#note(`${hand.name} is away for ${AWAY} minutes`);
    if (this.#random.below(2) === 0) this.#kill(hand);
    else hand.run?.engine.disconnect();
  }

  #hasEnded({ run }: Hand): boolean {
    return run?.isOver === true && (run.state === "done" || run.cameLate === true);
  }

  /**
   * The engine may have forgotten that a process was given up: whoever sees that it is away says it again.
   *
   * @returns was there one?
   */
  async #giveUpAgain(): Promise<boolean> {
    const engine = this.#server.open("crawl");
    const table = await SharedTable.open(engine);
    const names = table ? this.#notGivenUp(table.value) : [...this.#lost]; // or nobody knows: one that comes again does
    for (const name of names) if (table) await this.#giveUp(table, name).catch(() => undefined);
    await table?.close();
    await engine.close();
    return names.length > 0;
  }

  /** Processes that are lost with their disks, and of which a table does not say so. */
  #notGivenUp({ members, left = [] }: CrawlTable): string[] {
    return [...Object.keys(members), ...left].filter((name) => this.#lost.has(name));
  }

  #judge(): void {
    const stored = this.#stored.sort();
    if (this.#missing.length > 0) this.break(`done, and pages are missing: ${this.#missing.join(", ")}`);
    const twice = stored.filter((url, at) => stored[at - 1] === url && !this.#wasLost(url));
    if (twice.length > 0)
      this.break(`stored twice: ${twice.map((url) => `${url} (${this.#holders(url).join(" and ")})`).join(", ")}`);
    const strange = stored.filter((url) => !this.#web.reachable.includes(url));
    if (strange.length > 0) this.break(`stored, and no page leads there: ${strange.join(" ")}`);
    const last = new Map<string, string>();
    const ends = new Map<string, number>();
    for (const [at, { host, url, begin, end }] of this.#asked.log.entries()) {
      const { name, crawl } = this.#askers[at];
      if (this.#isOther(crawl)) continue;
      const told = `${name} asked for ${url} at ${(begin - this.#world.begun) / 1000} s`;
      const before = ends.get(host) ?? Number.NEGATIVE_INFINITY;
      // what is known of its hosts is lost with a process
      const isExcused = this.#losses.some((each) => before <= each && each <= begin);
      if (begin - before < DELAY && !isExcused)
        this.break(`${told}, ${begin - before} ms after the end of: ${last.get(host)}`);
      last.set(host, told);
      ends.set(host, end);
    }
  }

  /** URLs that are on disks. */
  get #stored(): string[] {
    return [...this.#hands.values()].flatMap((hand) => (this.#isOther(crawlOf(hand)) ? [] : hand.disk.captured));
  }

  /** Does anybody take part in it? Of those who left nobody comes back by themselves. */
  get #isInHands(): boolean {
    return [...this.#hands.values()].some(
      (hand) => crawlOf(hand) === this.#crawlId && hand.run?.has?.member.hasLeft !== true,
    );
  }

  /** Is it another crawl of that name? */
  #isOther(crawl: string | undefined): boolean {
    return crawl !== undefined && crawl !== this.#crawlId;
  }

  /** URLs that are on no disk, each with a page that leads there, and who has that. */
  get #missing(): string[] {
    const stored = new Set(this.#stored);
    const missing = this.#web.reachable.filter((url) => !stored.has(url));
    return missing.map((url) => {
      const via = this.#web.leadingTo(url).find((each) => stored.has(each));
      return via === undefined ? url : `${url} (${this.#holders(via)[0]} has ${via}, which leads there)`;
    });
  }

  /** Names of processes that have stored it. */
  #holders(url: string): string[] {
    return [...this.#hands.values()].filter(({ disk }) => disk.captured.includes(url)).map(({ name }) => name);
  }

  /** Is it of a part of which a process was lost? Its pages are fetched again, and those that others had of that part. */
  #wasLost(url: string): boolean {
    const tables = [...this.#hands.values()].flatMap(({ run }) => run?.has?.table.value ?? []);
    return tables.some(({ by, parts }) => parts[partitioner(parts.length, by)(url)].lost > 0);
  }

  #hand(name: string): Hand {
    const hand = this.#hands.get(name) ?? { name, disk: new SimulatedDisk(this.#world), run: undefined };
    this.#hands.set(name, hand);
    return hand;
  }

  #start(name: string): void {
    const hand = this.#hand(name);
    if (isAtWork(hand)) this.#kill(hand);
    hand.disk.settle();
    const gate = new Gate(this.#world);
    const clock = gate.clock(this.#random.below(3) === 0 ? this.#random.below(HOUR) - HOUR / 2 : 0);
    const engine = this.#server.open("crawl", { later: gate.carrier(this.#latency), after: clock.after });
    const transport = this.#transport(hand, gate);
    const saved = hand.disk.state as CrawlState | undefined;
    const mayBegin = saved === undefined && (this.#random.below(2) === 0 || (name === "a" && !this.#isKnown));
    const options: CrawlOptions = {
      out: name,
      contact: "crawl@web.example",
      clock,
      transport,
      storage: hand.disk.storage(gate),
      trace: false,
      checkpointEvery: 1_000 + this.#random.below(20_000),
      checkpointPages: 2 + this.#random.below(40),
      connections: 1 + this.#random.below(20),
      ...(mayBegin && {
        seeds: [this.#web.seed],
        scope: { within: "any" as const },
        politeness: { delay: DELAY, factor: 0 },
      }),
    };
    const disk = {
      saved: saved && { ...(saved.neighbours as MemberState), seeds: seedsOf(saved, hand.disk.files(gate)) },
      files: hand.disk.files(gate),
      open: (each: CrawlOptions) => Crawl.open(each),
    };
    const join = { name, ...(mayBegin && { partitions: this.#partitions }) };
    const joined = takePart(engine, options, join, disk);
    const ended = joined.then(({ crawl, table }) => crawl.run().finally(() => table.close()));
    const run: Run = { gate, engine, transport, joined, isOver: false };
    const over = (how: string) => {
      if (gate.isDead) return;
      this.#note(`${name} ended: ${how}`);
      run.isOver = true;
      engine.die();
    };
    ended.then(
      ({ state }) => {
        run.state = state;
        over(state);
        if (state === "done" && !gate.isDead) this.#checkDone(hand);
      },
      (error) => {
        over(String(error));
        if (/the crawl crawl is done/.test(String(error))) run.cameLate = true;
        else if (/To resume this one instead/.test(String(error))) this.#isTwice = true;
        else if (/or, where there is none, type it again/.test(String(error))) return;
        else if (!gate.isDead) this.break(`${name} failed: ${error.stack}`);
      },
    );
    joined.then(
      (has) => {
        Object.assign(run, { has, crawl: has.table.value.id });
        if (!this.#isInHands) this.#crawlId = has.table.value.id;
      },
      () => undefined,
    );
    hand.run = run;
    this.#note(`${name} starts${saved ? " again" : ""}`);
  }

  /** A process says that all is done: it is, unless it has not heard that another was lost since. */
  #checkDone(hand: Hand): void {
    const table = hand.run?.has?.table.value;
    if (table?.state !== "done" || this.#isOther(crawlOf(hand)) || this.#notGivenUp(table).length > 0) return;
    if (this.#missing.length > 0)
      this.break(`${hand.name} says done, and pages are missing: ${this.#missing.join(", ")}`);
  }

  /** What a process has of the web: its requests end with it. */
  #transport(hand: Hand, gate: Gate): Transport {
    const transport = this.#asked.transport();
    return {
      fetch: (request) =>
        new Promise((resolve) => {
          if (gate.isDead) return;
          this.#askers.push({ name: hand.name, crawl: crawlOf(hand) });
          void transport.fetch(request).then((answer) => gate.pass(() => resolve(answer)));
        }),
      close: () => transport.close(),
    };
  }

  #kill(hand: Hand): void {
    const { run } = hand;
    if (run === undefined || run.isOver) return;
    run.gate.isDead = true;
    void run.transport.close(); // servers see that
    run.isOver = true;
    run.engine.die();
    hand.run = undefined;
  }

  /** Does any process know the crawl, whatever the engine does? */
  get #isKnown(): boolean {
    return [...this.#hands.values()].some(
      (each) => each.disk.state !== undefined || (isAtWork(each) && each.run?.has !== undefined),
    );
  }

  get #running(): Hand[] {
    return [...this.#hands.values()].filter(isAtWork);
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.below(list.length)];
  }

  async #step(): Promise<void> {
    const running = this.#running;
    const hand = running.length > 0 ? this.#pick(running) : undefined;
    const isRestless = this.#isRestless && this.#random.below(2) === 0;
    switch (isRestless ? this.#pick(RESTLESS) : this.#random.below(21)) {
      case 0:
      case 1:
      case 2:
        return this.#come();
      case 3:
        return hand && this.#leave(hand);
      case 4:
      case 5:
        if (hand?.run === undefined) return;
        this.#note(`${hand.name} is ${hand.run.engine.connected ? "cut off" : "reconnected"}`);
        return hand.run.engine.connected ? hand.run.engine.disconnect() : hand.run.engine.reconnect();
      case 6:
      case 7:
        if (hand === undefined) return;
        this.#note(`${hand.name} is killed`);
        return this.#kill(hand);
      case 8: {
        if (hand?.run === undefined) return;
        const ms = this.#random.below(40_000);
        this.#note(`${hand.name} is paused for ${ms} ms`);
        return hand.run.gate.pause(ms);
      }
      case 9:
        this.#note("the engine loses its disk");
        return this.#server.wipe();
      case 10:
        if (this.#synced === undefined) return;
        this.#note("the engine loses what it had not synced");
        return this.#synced();
      case 11:
        if (this.#server.lose((count) => this.#random.below(count))) this.#note("the engine loses a message");
        return;
      case 12:
        this.#note("the engine delivers again what is not done");
        return this.#server.redeliver(0);
      case 13:
        return hand && this.#loseDisk(hand);
      case 14:
      case 15:
      case 16:
        return hand && this.#ambushEngine(hand);
      default:
        return hand && this.#ambush(hand);
    }
  }

  /** Something happens just when a process writes something down. */
  #ambush(hand: Hand): void {
    const name = this.#pick([/^table/, /^estate/, /^received/, /^snapshot/, /^frontier/]);
    hand.disk.ambush(name, this.#misfortune(hand, `${hand.name} writes its ${name.source.slice(1)}`));
  }

  /** Something happens just when the engine has a table, which processes may have heard of or not. */
  async #ambushEngine(hand: Hand): Promise<void> {
    const changes = 1 + this.#random.below(3);
    const befall = this.#misfortune(hand, `the table changes for the ${changes}. time`);
    const engine = this.#server.open("crawl");
    let heard = 0;
    const hear = () => {
      if (heard++ !== changes) return; // the first was there already
      this.#world.after(this.#latency(), befall);
      void engine.close();
    };
    await this.#settled(engine.watch("table", hear));
  }

  #misfortune(hand: Hand, when: string): () => void {
    const ambush = this.#pick(AMBUSHES);
    const told = ambush.map((each) => MISFORTUNES[each](hand.name)).join(", and ");
    this.#note(`when ${when}: ${told}`);
    return () => {
      if (!isAtWork(hand)) return;
      this.#note(told);
      if (ambush.includes(0)) this.#kill(hand);
      if (ambush.includes(1)) hand.run?.engine.disconnect();
      if (ambush.includes(2)) this.#server.wipe();
      if (ambush.includes(3)) this.#synced?.();
      if (ambush.includes(4)) for (const each of this.#running) this.#kill(each);
    };
  }

  /** A process that is new, or one that ended or was killed. */
  #come(): void {
    const gone = [...this.#hands.values()].filter(({ run }) => run === undefined || run.isOver);
    if (gone.length > 0 && this.#random.below(3) > 0) {
      this.#start(this.#pick(gone).name);
      return;
    }
    const names = [..."abcdefgh"].filter((name) => !this.#hands.has(name) && !this.#lost.has(name));
    if (names.length > 0) this.#start(names[0]);
  }

  async #leave(hand: Hand): Promise<void> {
    this.#note(`${hand.name} is to leave`);
    await this.#operate((table) => table.change((each) => leaving(each, hand.name)));
  }

  /** A process is gone with its disk, and given up. One that is alone is not: nobody would know the crawl. */
  async #loseDisk(hand: Hand): Promise<void> {
    const others = [...this.#hands.values()].filter(
      (each) => each !== hand && each.disk.state !== undefined && !each.run?.has?.member.hasLeft,
    );
    if (hand.disk.state === undefined || others.length === 0) return;
    if (hand.name === "a" && !this.#isRestless) return;
    this.#note(`${hand.name} is lost with its disk`);
    this.#lost.add(hand.name);
    this.#kill(hand);
    hand.disk.wipe();
    this.#hands.delete(hand.name);
    await this.#operate((table) => this.#giveUp(table, hand.name));
    this.#beginAgain();
  }

  /** A crawl that was done goes on. */
  #beginAgain(): void {
    for (const each of this.#hands.values()) if (!isAtWork(each)) each.run = undefined;
  }

  async #giveUp(table: SharedTable, name: string): Promise<void> {
    this.#losses.push(this.#world.now);
    await table.change((each) => lost(each, name));
  }

  /** Somebody does as they are told where another crawl has the name: ends it, and deletes what there is of it. */
  async #endOther(): Promise<void> {
    if (!this.#isTwice) return;
    this.#isTwice = false;
    const hands = [...this.#hands.values()];
    const crawls = hands.map(crawlOf);
    if (!this.#isInHands) this.#crawlId = crawls.find((each) => this.#isOther(each)) ?? "";
    for (const [at, hand] of hands.entries()) {
      this.#kill(hand);
      hand.run = undefined;
      if (crawls[at] !== this.#crawlId) hand.disk.wipe();
    }
    this.#note("the other crawl is ended and forgotten");
    const engine = this.#server.open("crawl");
    await this.#settled(engine.drop());
    this.#synced = this.#server.remember(); // or they would type it again
    await engine.close();
  }

  /** What somebody types at another machine. */
  async #operate(work: (table: SharedTable) => Promise<unknown>): Promise<void> {
    const engine = this.#server.open("crawl");
    const table = await this.#settled(SharedTable.open(engine));
    if (table) await this.#settled(work(table).then(() => table.close()));
    await engine.close();
  }

  #settled<T>(work: Promise<T> | undefined): Promise<T> {
    return this.#world.run(work as Promise<T>, 3 * HOUR, () => this.#standing());
  }

  #every(ms: number, work: () => void): void {
    this.#world.after(ms, () => {
      work();
      this.#every(ms, work);
    });
  }

  #note(what: string): void {
    this.story.push(`${((this.#world.now - this.#world.begun) / 1000).toFixed(3)} s: ${what}`);
  }

  #standing(): string {
    return [...this.#hands.values()]
      .map(({ name, run }) => {
        const { has } = run ?? {};
        const state = run === undefined ? "is gone" : run.isOver ? "ended" : has ? "runs" : "has not joined";
        if (has === undefined) return `${name} ${state}`;
        const { frontier, inFlight } = has.crawl.status();
        const { parts, members, serial, state: of, owed } = has.table.value;
        const owners = parts.map(
          ({ owner, next, phase, from, lost }) =>
            `${owner}${phase === "held" ? "" : `<${from}`}${next ? `>${next}` : ""}${lost || ""}`,
        );
        return `${name} ${state}: ${frontier} wait, ${inFlight} in flight; table ${serial} ${of}, ${JSON.stringify({ members, owed })} ${owners.join(" ")}`;
      })
      .join("\n");
  }
}

import { join as pathOf } from "node:path";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { type JoinedCrawl, type JoinOptions, joinCrawl } from "../../src/cluster/join.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import type { CrawlStatus } from "../../src/fetch/status.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { FakeClock } from "../fetch/fake-clock.js";
import { type Answer, SimulatedWeb } from "../fetch/simulated-web.js";
import { type FrailEngine, type InMemoryEngine, type InMemoryOptions, inMemoryEngine } from "./in-memory-engine.js";

/** One process of a simulated crawl. */
export interface SimulatedProcess {
  readonly name: string;
  readonly out: string;
  readonly engine: FrailEngine;
  readonly joined: JoinedCrawl;
  /** Ends when the process does. */
  readonly ended: Promise<CrawlStatus>;
}

/** Several crawls that share one web, one engine and one fake clock. */
export class SimulatedCluster {
  readonly clock = new FakeClock();
  readonly web: SimulatedWeb;
  readonly server: InMemoryEngine;
  readonly folder = temporaryFolder();
  /** What becomes of messages from now on. */
  mishap: NonNullable<InMemoryOptions["mishap"]> = () => undefined;

  /**
   * @param latency milliseconds that the next thing sent takes one way between a process and the engine, if nothing
   *   before it takes longer; default: no time passes
   */
  constructor(answer: Answer, latency?: () => number) {
    this.web = new SimulatedWeb(this.clock, answer);
    const now = () => this.clock.now();
    this.server = inMemoryEngine({
      now,
      mishap: (queue) => this.mishap(queue),
      ...(latency && { later: inTurn(this.clock, latency) }),
    });
  }

  /** Starts a process; what it says again of the crawl is checked. */
  async start(name: string, options: Partial<CrawlOptions> = {}, join: JoinOptions = {}): Promise<SimulatedProcess> {
    const engine = this.server.open("crawl");
    const out = pathOf(this.folder, name);
    const settings = {
      out,
      contact: "crawl@web.example",
      clock: this.clock,
      transport: this.web.transport(),
      checkpointEvery: 60_000,
    };
    const joining = joinCrawl(engine, { ...settings, ...options }, { name, ...join });
    const joined = await (options.seeds ? this.clock.run(joining) : joining); // who may begin it waits first
    const ended = joined.crawl.run().finally(async () => {
      await joined.table.close();
      await engine.close();
    });
    ended.catch(() => undefined);
    return { name, out, engine, joined, ended };
  }

  /** Turns the clock until processes have ended. */
  run(processes: readonly SimulatedProcess[]): Promise<CrawlStatus[]> {
    return this.clock.run(Promise.all(processes.map(({ ended }) => ended)));
  }

  /** Resolves after so many milliseconds of the clock. */
  after(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(milliseconds, resolve));
  }

  /** URLs asked for more than once, robots.txt files left out. */
  get repeated(): string[] {
    const { pages } = this.web;
    return pages.filter((url, at) => pages.indexOf(url) !== at);
  }
}

/** Does each thing so late, and none before those that came before it. */
function inTurn(clock: FakeClock, latency: () => number): (work: () => void) => void {
  let last = 0;
  return (work) => {
    last = Math.max(last, clock.now() + latency());
    clock.after(last - clock.now(), work);
  };
}

/** URLs of the captures of a snapshot, robots.txt files left out, sorted. */
export async function captured(folder: string): Promise<string[]> {
  const snapshot = await openSnapshot(folder);
  const urls = Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row).url);
  return urls.filter((url) => !url.endsWith("/robots.txt")).sort();
}

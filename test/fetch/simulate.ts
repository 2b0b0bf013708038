import { join } from "node:path";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import type { Transport } from "../../src/fetch/fetched.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { FakeClock } from "./fake-clock.js";
import { type Answer, SimulatedWeb } from "./simulated-web.js";

export interface Simulation {
  readonly answer: Answer;
  readonly options?: Partial<CrawlOptions>;
  readonly out?: string;
  /** What the crawl has of the server; default: the server itself. */
  readonly transport?: (server: SimulatedWeb) => Transport;
  /** Given the crawl before it runs. */
  readonly onOpen?: (crawl: Crawl) => void;
  readonly clock?: FakeClock;
}

/** Crawls a simulated web on a fake clock. */
export async function simulate({
  answer,
  options = {},
  out = join(temporaryFolder(), "crawl"),
  transport = (server) => server,
  onOpen,
  clock = new FakeClock(),
}: Simulation) {
  const server = new SimulatedWeb(clock, answer);
  const crawl = await Crawl.open({
    out,
    contact: "crawl@web.example",
    clock,
    transport: transport(server),
    checkpointEvery: 3_600_000,
    mostUrls: 2 ** 16, // orderings begin with arrays of this length
    ...options,
  });
  onOpen?.(crawl);
  const status = await clock.run(crawl.run());
  return { status, server, out, crawl, snapshot: await openSnapshot(out) };
}

import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { groupedBy } from "../../src/base/grouped-by.js";
import { Crawl } from "../../src/fetch/crawl.js";
import type { CrawlOptions } from "../../src/fetch/crawl-options.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { disk, type Request, watchDisk } from "../urldb/dedicated/disk.js";
import { type Simulation, simulate } from "./simulate.js";
import { page, type SimulatedWeb } from "./simulated-web.js";

watchDisk();
afterEach(() => disk.reset());

/** A binary tree: a page that is lost takes those below it along. */
const PAGES = depth({ everyday: 20, prove: 40 });
const urlOf = (id: number) => `http://h${id % 8}.web.example/p${id}`;
const bodyOf = (id: number) => page(urlOf(id), [2 * id + 1, 2 * id + 2].filter((each) => each < PAGES).map(urlOf));
const wanted = Array.from({ length: PAGES }, (_, id) => `${urlOf(id)} ${bodyOf(id)}`).toSorted();

function answer(url: string) {
  const id = Number(/p(\d+)$/.exec(url)?.[1] ?? PAGES);
  return id < PAGES ? { latency: 50 + (id % 3) * 20, body: bodyOf(id) } : { status: 404 };
}

/** So few may be unsaved that requests are under way, and a checkpoint is due, when another fails. */
const options = {
  seeds: [urlOf(0)],
  checkpointPages: 8,
  connections: 8,
  politeness: { delay: 0, factor: 0 },
};
const crawl = (out: string, more: Partial<CrawlOptions> = {}, transport?: Simulation["transport"]) =>
  simulate({ answer, out, options: { ...options, ...more }, ...(transport && { transport }) });

/** Pages with their bodies, as the archive has them. */
async function stored(out: string): Promise<string[]> {
  const snapshot = await openSnapshot(out);
  const captures = Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row));
  const pages = captures.filter(({ status }) => status === 200);
  const told = pages.map(({ row, url }) => `${url} ${Buffer.from(snapshot.exchange(row).body)}`);
  snapshot.close();
  return told.toSorted();
}

/** What a crawl asks of the disk: "write frontier/log". */
type Asked = `${Request} ${string}`;

/** What fails: a request that was asked so often before. */
interface Failure {
  readonly asked: Asked;
  readonly before: number;
  readonly code: "ENOSPC" | "EIO";
  /** And every write after it. */
  readonly forGood?: boolean;
}

/** @returns how it failed, all that was asked in order, and what was refused first */
async function onDisk(out: string, work: () => Promise<unknown>, failure?: Failure) {
  const asked: Asked[] = [];
  let refused: Asked | undefined;
  let before = 0;
  disk.ask = (request, path) => {
    const each: Asked = `${request} ${path.slice(out.length + 1).replace(/lock\..*/, "lock")}`;
    asked.push(each);
    if (refused) return failure?.forGood && request === "write" ? failure.code : undefined;
    if (each !== failure?.asked || before++ < failure.before) return undefined;
    refused = each;
    return failure.code;
  };
  const error = await work().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  disk.reset();
  return { error, asked, refused };
}

/** What is asked of a disk that does not fail. */
async function undisturbed(more: Partial<CrawlOptions>): Promise<readonly Asked[]> {
  const out = join(temporaryFolder(), "crawl");
  return (await onDisk(out, () => crawl(out, more))).asked;
}

/** The request of this number. */
const at = (asked: readonly Asked[], number: number) => ({
  asked: asked[number],
  before: asked.slice(0, number).filter((each) => each === asked[number]).length,
});

/** Of the numbers of writes, the middle one of each folder; the frontier's log is written besides its other files. */
function oneOfEach(asked: readonly Asked[], writes: readonly number[]): number[] {
  const places = groupedBy(writes, (number) => /^write (frontier.log|[^/]*)/.exec(asked[number])?.[1]);
  return places.map((numbers) => numbers[numbers.length >> 1]);
}

const KINDS: ["is full from then on" | "has no room once" | "fails once", "memory" | "filter"][] = [
  ["is full from then on", "memory"],
  ["is full from then on", "filter"],
  ["has no room once", "memory"],
  ["fails once", "filter"],
];

/** Which writes are tried to fail. */
const WRITES = depth({ everyday: "at a write into each folder", prove: "at every fifth write" });

const ARCHIVE = "write archive/crawl-00000.warc.gz";
const LOG = "write frontier/log";

/** The steps of a checkpoint, each with where a request of it stands, seen from where that checkpoint writes the archive. */
const STEPS: [string, (asked: readonly Asked[], archive: number) => number][] = [
  ["URLs that were found", (asked, archive) => asked.lastIndexOf(LOG, archive)],
  ["what was fetched", (asked, archive) => asked.indexOf("sync index/capture.url.u32", archive)],
  ["what need not be fetched again", (asked, archive) => asked.indexOf(LOG, archive)],
  ["what is known of hosts", (asked, archive) => asked.indexOf("write state/hosts.jsonl", archive)],
];

describe("a crawl whose disk", () => {
  it("fails ends and names its folder, whichever small file it was", async () => {
    const out = join(temporaryFolder(), "crawl");
    disk.ask = (request, path) => (request === "write" && path.endsWith("/state/hosts.jsonl") ? "EIO" : undefined);
    await expect(crawl(out)).rejects.toMatchObject({
      code: "failed",
      message: expect.stringMatching(`^cannot write ${out}: EIO: .* What was committed is safe; `),
    });
  });

  let whole: ReturnType<typeof undisturbed> | undefined;
  it.each(STEPS)(
    "has no room once for %s says so, asks for nothing more, and loses no page when it is resumed",
    async (_, step) => {
      // one page at a time: URLs that were found wait for the checkpoint
      const one = { connections: 1 };
      const asked = await (whole ??= undisturbed(one));
      const archive = asked.flatMap((each, number) => (each === ARCHIVE ? [number] : []));
      const out = join(temporaryFolder(), "crawl");
      const webs: SimulatedWeb[] = [];
      const transport = (web: SimulatedWeb) => webs[webs.push(web) - 1];
      const failure = { ...at(asked, step(asked, archive[2])), code: "ENOSPC" } as const;
      const { error } = await onDisk(out, () => crawl(out, one, transport), failure);
      expect(error).toMatchObject({ code: "disk-full" });
      // a checkpoint is taken when four, half of checkpointPages, are unsaved: this was the second, and a page was under way
      expect(webs[0].pages.length).toBe(9);
      const kept = await stored(out);
      const { server } = await crawl(out, one);
      expect(await stored(out)).toEqual(wanted);
      expect(server.pages.length).toBe(PAGES - kept.length);
    },
  );

  it.each(depth({ everyday: KINDS.slice(0, 1), prove: KINDS }))(
    `%s ends and says so, ${WRITES}, and gets each page once when it is resumed (URLs known in %s)`,
    async (how, seen) => {
      const asked = await undisturbed({ seen });
      const writes = [...asked.keys()].filter((number) => asked[number].startsWith("write "));
      // checkpoints of some thirty columns, and the frontier
      expect(writes.length).toBeGreaterThan(depth({ everyday: 150, prove: 300 }));
      const forGood = how === "is full from then on";
      const [system, code] = how === "fails once" ? (["EIO", "failed"] as const) : (["ENOSPC", "disk-full"] as const);
      const fifths = writes.filter((_, i) => i % 5 === 0);
      for (const number of depth({ everyday: oneOfEach(asked, writes), prove: fifths })) {
        const out = join(temporaryFolder(), "crawl");
        const { error, refused } = await onDisk(out, () => crawl(out, { seen }), {
          ...at(asked, number),
          code: system,
          forGood,
        });
        const where = `request ${number} of ${asked.length}: ${refused}`;
        // all files of the frontier but its log are built anew where they could not be written at the end
        if (!/frontier.(?!log)/.test(`${refused}`)) expect(error, where).toMatchObject({ code });
        await crawl(out, { seen });
        expect(await stored(out), where).toEqual(wanted);
      }
    },
  );

  it("has no room for a file of it is free again, and opened by the same process when there is room", async () => {
    const open = (out: string) =>
      Crawl.open({ ...options, out, contact: "crawl@web.example", seen: "filter", nearDuplicates: {} });
    for (let first = 0, isOpen = false; !isOpen; first += depth({ everyday: 3, prove: 1 })) {
      const out = join(temporaryFolder(), "crawl");
      let made = 0;
      disk.ask = (request) => (["open", "make"].includes(request) && made++ === first ? "ENOSPC" : undefined);
      const opened = await open(out).catch((error: unknown) => error);
      disk.reset();
      isOpen = opened instanceof Crawl;
      if (opened instanceof Crawl) await opened.stop();
      else expect(opened, `file or folder ${first}`).toMatchObject({ code: "disk-full" });
      await (await open(out)).stop();
    }
  });
});

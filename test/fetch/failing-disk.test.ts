import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { Crawl } from "../../src/fetch/crawl.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { disk, watchDisk } from "../urldb/dedicated/disk.js";
import { simulate } from "./simulate.js";
import { page } from "./simulated-web.js";

watchDisk();
afterEach(() => disk.reset());

/** A binary tree: a page that is lost takes those below it along. */
const PAGES = 40;
const urlOf = (id: number) => `http://h${id % 20}.web.example/p${id}`;
const wanted = Array.from({ length: PAGES }, (_, id) => urlOf(id)).toSorted();

function answer(url: string) {
  const id = Number(/p(\d+)$/.exec(url)?.[1] ?? PAGES);
  const latency = 50 + (id % 3) * 20;
  return id < PAGES ? { latency, body: page(url, [urlOf(2 * id + 1), urlOf(2 * id + 2)]) } : { status: 404 };
}

/** So few may be unsaved that requests are under way, and a checkpoint is due, when another fails. */
const options = {
  seeds: [urlOf(0)],
  checkpointPages: 8,
  connections: 8,
  politeness: { delay: 0, factor: 0 },
};
const crawl = (out: string, seen: "memory" | "filter") => simulate({ answer, out, options: { ...options, seen } });

async function stored(out: string): Promise<string[]> {
  const snapshot = await openSnapshot(out);
  const captures = Array.from({ length: snapshot.captures }, (_, row) => snapshot.capture(row));
  return captures.filter(({ status }) => status === 200).map(({ url }) => url);
}

/** @param fails does this write fail? They are counted from 0 @returns also the file that was refused first */
async function onDisk(fails: (write: number) => boolean, work: () => Promise<unknown>, code = "ENOSPC") {
  let writes = 0;
  let refused: string | undefined;
  disk.ask = (request, path) => {
    if (request !== "write" || !fails(writes++)) return undefined;
    refused ??= path;
    return code;
  };
  const error = await work().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  disk.reset();
  return { error, writes, refused };
}

const KINDS: ["is full from then on" | "has no room once" | "fails once", "memory" | "filter"][] = [
  ["is full from then on", "memory"],
  ["is full from then on", "filter"],
  ["has no room once", "memory"],
  ["fails once", "filter"],
];

describe("a crawl whose disk", () => {
  it("fails ends and names its folder, whichever small file it was", async () => {
    const out = join(temporaryFolder(), "crawl");
    disk.ask = (request, path) => (request === "write" && path.endsWith("/state/hosts.jsonl") ? "EIO" : undefined);
    await expect(crawl(out, "memory")).rejects.toMatchObject({
      code: "failed",
      message: expect.stringMatching(`^cannot write ${out}: EIO: .* What was committed is safe; `),
    });
  });

  it.each(depth({ everyday: KINDS.slice(0, 1), prove: KINDS }))(
    "%s ends and says so, whichever write it is, and gets each page once when it is resumed (URLs known in %s)",
    async (how, seen) => {
      const { writes: all } = await onDisk(
        () => false,
        () => crawl(join(temporaryFolder(), "crawl"), seen),
      );
      expect(all).toBeGreaterThan(300); // at least eight checkpoints of some thirty columns, and the frontier
      for (let first = 0; first < all; first += depth({ everyday: 47, prove: 5 })) {
        const out = join(temporaryFolder(), "crawl");
        const fails = (write: number) => (how === "is full from then on" ? write >= first : write === first);
        const [system, code] = how === "fails once" ? ["EIO", "failed"] : ["ENOSPC", "disk-full"];
        const { error, refused } = await onDisk(fails, () => crawl(out, seen), system);
        const where = `write ${first} of ${all}: ${refused}`;
        // all files of the frontier but its log are built anew where they could not be written at the end
        if (!/frontier.(?!log)/.test(`${refused}`)) expect(error, where).toMatchObject({ code });
        await crawl(out, seen);
        expect((await stored(out)).toSorted(), where).toEqual(wanted);
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

import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { freshnessCommand } from "../../src/cli/freshness.js";
import { realCrawl } from "../../src/fetch/real-crawl.js";
import { compareSnapshots } from "../../src/freshness/observed/compare-snapshots.js";
import { type Site, serve } from "../../src/site/server.js";
import { versionOf } from "../../src/site/validators.js";
import { campus } from "../../src/web/campus/campus.js";
import { said } from "../cli/in-process.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { pairsOf } from "../fixture/pairs.js";

// A web that is served, crawled, changed, and crawled again by the real crawler: what the snapshots show is what was
// changed.

const CHANGE = 0.4;
const EPOCHS = [0, 1, 2];
const folder = temporaryFolder();
const path = (epoch: number) => join(folder, `epoch-${epoch}`);
const web = campus({ pages: 100 });
let site: Site;
afterAll(() => site?.close());

/** Crawls the site as it is now; again, from the second time on. */
async function crawled(epoch: number): Promise<void> {
  site.epoch = epoch;
  const { state } = await realCrawl({
    out: path(epoch),
    seeds: [site.start],
    contact: "crawl@web.example",
    resolve: [`*=127.0.0.1:${site.port}`],
    politeness: { delay: 0, factor: 0 },
    gzipLevel: 0,
    ...(epoch > 0 && { previous: path(epoch - 1) }),
  });
  expect(state).toBe("done");
}

/** Has a page other versions at these epochs? */
const differs = (url: string, a: number, b: number) => {
  const page = web.urls?.indexOf(url) ?? -1;
  const version = (epoch: number) => versionOf(page, epoch, site.content.settings).version;
  return version(a) !== version(b);
};

describe("three crawls of a site whose pages change", async () => {
  it("are made, the second and third asking only for what changed", async () => {
    site = await serve(web, { bytes: 500, seed: 3, faults: { change: CHANGE, validators: true } });
    for (const epoch of EPOCHS) await crawled(epoch);
    const unchanged = site.log.filter(({ status }) => status === 304).length;
    expect(unchanged).toBeGreaterThan(0);
  });

  it("show which pages changed: those that did, no other, step by step", async () => {
    const snapshots = await Promise.all(EPOCHS.map((epoch) => openSnapshot(path(epoch))));
    const { steps, pages } = compareSnapshots(snapshots);
    expect(pages.length).toBeGreaterThan(80);
    expect(steps.map(({ gone, added }) => [gone, added])).toEqual(pairsOf("0,0 0,0"));
    for (const [epoch, { changed, unchanged }] of steps.entries()) {
      expect(changed + unchanged).toBe(pages.length);
      expect(changed).toBe(pages.filter(({ url }) => differs(url, epoch, epoch + 1)).length);
    }
    for (const { url, looks, changed } of pages) {
      expect(looks).toBe(2);
      expect(changed).toBe(Number(differs(url, 0, 1)) + Number(differs(url, 1, 2)));
    }
  });

  it("tell the rate at which pages change, within what chance allows", async () => {
    const snapshots = await Promise.all(EPOCHS.map((epoch) => openSnapshot(path(epoch))));
    for (const { rate, days, changed, unchanged } of compareSnapshots(snapshots).steps) {
      // pages change with chance 0.4 between two epochs, whatever the clock says: 1 - e^(-rate days) is 0.4
      const share = -Math.expm1(-(rate ?? 0) * days);
      const error = Math.sqrt((CHANGE * (1 - CHANGE)) / (changed + unchanged));
      expect(Math.abs(share - CHANGE)).toBeLessThan(4 * error);
      expect(share).toBeCloseTo(changed / (changed + unchanged), 1); // not all pages were fetched at equal intervals
    }
  });

  it("are compared on the command line, for people and as JSON", async () => {
    const paths = EPOCHS.map(path);
    const { stdout, error } = await said(freshnessCommand(), paths);
    expect(error).toBeUndefined();
    expect(stdout).toContain("changes a day");
    expect(stdout).toMatch(/pages that were seen twice or more changed/);
    const json = JSON.parse((await said(freshnessCommand(), [...paths, "--json"])).stdout);
    const { steps } = compareSnapshots(await Promise.all(paths.map((each) => openSnapshot(each))));
    expect(json.steps).toEqual(JSON.parse(JSON.stringify(steps)));
    expect(json.snapshots).toEqual(paths);
  });

  it("are refused in the wrong order, and alone", async () => {
    const [old, next] = await Promise.all([0, 1].map((epoch) => openSnapshot(path(epoch))));
    expect(() => compareSnapshots([next, old])).toThrow("name the oldest snapshot first");
    expect(() => compareSnapshots([old])).toThrow("two snapshots or more are compared; found 1");
  });
});

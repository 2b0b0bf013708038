import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { type Built, buildDebianDocs } from "../../../src/recipe/debian-docs/build.js";
import { cardOf } from "../../../src/web/dataset/card.js";
import { isAvailable, load, loadOrOpen } from "../../../src/web/dataset/load.js";
import { webOf } from "../../../src/web/snapshot/snapshot-web.js";
import type { Web } from "../../../src/web/web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { madeUpPackages, PACKAGES, SETS, WHEN } from "./made-up.js";

afterEach(() => vi.unstubAllEnvs());

const build = (out: string, more = {}): Promise<Built> =>
  buildDebianDocs({ sets: SETS, out, packages: madeUpPackages(), ...more });

/** Servers of this process that listen. */
const servers = () => process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap").length;

/** Every file of a folder with its bytes. */
const bytesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .sort()
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path)).toString("base64")]),
  );

const linksIn = ({ graph, urls }: Web) =>
  Array.from({ length: graph.size }, (_, page) =>
    [...graph.targets.subarray(graph.offsets[page], graph.offsets[page + 1])].map((to) =>
      [urls?.at(page), urls?.at(to)].join(" "),
    ),
  ).flat();

const [ALPHA, BETA, GAMMA] = [
  "https://docs.alpha.example/3/",
  "https://beta.example/",
  "https://gamma.example/en/latest/html/",
];

/** By hand from the pages of made-up.ts: redirects followed, links to what is not there or no page left out. */
const LINKS = [
  ...[
    `${ALPHA}library/os.html`,
    `${ALPHA}library/`,
    `${BETA}guide.html`,
    `${GAMMA}start.html`,
    `${ALPHA}library/os.html`,
  ].map((to) => `${ALPHA} ${to}`),
  ...[ALPHA, `${ALPHA}library/os.html`].map((to) => `${ALPHA}library/ ${to}`),
  `${ALPHA}library/os.html ${BETA}guide.html`,
  ...[`${BETA}guide.html`, `${BETA}a%20b.html`].map((to) => `${BETA} ${to}`),
  ...[`${ALPHA}library/os.html`, `${GAMMA}start.html`, ALPHA, `${ALPHA}library/os.html`].map(
    (to) => `${BETA}guide.html ${to}`,
  ),
  `${BETA}a%20b.html ${ALPHA}`,
  ...[`${GAMMA}deep/page.html`, `${GAMMA}start.html`].map((to) => `${GAMMA}start.html ${to}`),
  ...[`${ALPHA}library/os.html`, `${GAMMA}start.html`].map((to) => `${GAMMA}deep/page.html ${to}`),
];

describe("buildDebianDocs", () => {
  const folder = temporaryFolder();
  const out = join(folder, "some/where/web");
  const serversBefore = servers();
  const first = build(out);

  it("crawls the web that the packages hold: every link of the four kinds, no page twice", async () => {
    const built = await first;
    expect(servers(), "the server of the documentation has ended").toBe(serversBefore);
    const snapshot = await openSnapshot(out);
    const web = webOf(snapshot, { duplicates: "keep", selfLinks: "keep" });
    expect(linksIn(web).sort()).toEqual([...LINKS].sort());
    expect(web.text?.(web.urls?.indexOf(`${BETA}a%20b.html`) ?? -1).body).toContain("to https://docs.alpha.example");
    expect(built).toMatchObject({
      folder: out,
      sets: ["alpha", "beta", "gamma"],
      packages: ["alpha-doc=1.0-1", "alpha3-doc=1.0-1", "beta-doc=1.0-1", "gamma-doc=1.0-1"],
      downloadBytes: 4000,
      files: 11, // those that no page links to among them
      // the one home page from which all pages are reached but examples/, an entrance of gamma, whose root has no index
      start: BETA,
      pages: 9,
      reached: 8,
      links: LINKS.length,
      crossHostLinks: LINKS.filter((link) => new Set(link.split(" ").map((url) => new URL(url).host)).size > 1).length,
      hosts: 3,
      captures: 9 + 8 + 2 + 5, // pages; redirects; missing.html and nobody/html/x.html; robots.txt of five origins
      sha256: snapshot.sha256,
    });
    expect(snapshot.about).toEqual({
      name: "debian-docs",
      sets: "alpha beta gamma",
      packages: built.packages.join(" "),
      start: BETA,
    });
    expect(new Set(snapshot.columns.f64("capture.time"))).toEqual(new Set([WHEN]));
    expect(readdirSync(join(out, ".."))).toEqual(["web"]); // what was only needed on the way is gone
  });

  it("gives the same bytes however many requests are under way, in whatever order packages hold their files", async () => {
    await first;
    const backwards = Object.fromEntries(
      Object.entries(PACKAGES).map(([name, files]) => [name, Object.fromEntries(Object.entries(files).reverse())]),
    );
    for (const [name, more] of Object.entries({
      one: { connections: 1 },
      many: { connections: 50, packages: madeUpPackages(backwards) },
    })) {
      await build(join(folder, name), more);
      expect(bytesIn(join(folder, name))).toEqual(bytesIn(out));
    }
  });

  it("is what load finds under .crawlbench, or under webs of the data folder, which comes first", async () => {
    await first;
    vi.stubEnv("CRAWLBENCH_CACHE", temporaryFolder());
    vi.stubEnv("CRAWLBENCH_DATA", temporaryFolder());
    const card = cardOf("debian-docs");
    expect(isAvailable(card)).toBe(false);
    await expect(load("debian-docs")).rejects.toThrow(
      /^debian-docs is not on this machine: no snapshot in .*datasets\/debian-docs, nor in .*webs\/debian-docs\.\n {2}To build it: crawlbench datasets build debian-docs\.\n/,
    );
    await build(join(process.env.CRAWLBENCH_CACHE as string, "datasets/debian-docs"));
    expect(isAvailable(card)).toBe(true);
    const web = await load("debian-docs");
    expect([web.name, web.graph.size, web.urls?.at(web.start)]).toEqual(["debian-docs", 9, BETA]);
    expect([...web.capabilities].sort()).toEqual([...card.capabilities].sort());
    expect((await loadOrOpen("debian-docs", { duplicates: "keep", selfLinks: "keep" })).graph.links).toBe(LINKS.length);
    await expect(load("debian-docs", { seed: 2 })).rejects.toThrow("debian-docs is a stored web");
    await build(join(process.env.CRAWLBENCH_DATA as string, "webs/debian-docs"), { sets: SETS.slice(2) });
    expect((await load("debian-docs")).graph.size).toBe(3); // gamma alone: its start, its deep page, its examples
  });

  it("refuses a folder that exists and a set without its home page, and cleans up", async () => {
    await expect(build(folder)).rejects.toThrow(`${folder} exists: delete it to build it anew`);
    const away = join(folder, "away");
    await expect(build(away, { sets: [{ ...SETS[0], home: "start.html" }] })).rejects.toThrow(
      "set alpha: no /usr/share/doc/alpha3/html/start.html in the packages alpha3-doc, alpha-doc; the sets are those of Debian 12.\n  Leave it out: --sets",
    );
    const controller = new AbortController();
    controller.abort();
    await expect(build(away, { signal: controller.signal })).rejects.toThrow(/abort/i);
    expect(readdirSync(folder).filter((name) => name.startsWith("away"))).toEqual([]);
  });
});

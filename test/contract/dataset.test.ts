import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { findBuilt } from "../../src/web/dataset/built.js";
import { cardOf, type DatasetCard, datasets } from "../../src/web/dataset/card.js";
import type { DatasetName } from "../../src/web/dataset/catalogue.js";
import { dataFolder, isAvailable, load } from "../../src/web/dataset/load.js";
import { siteOf } from "../../src/web/dataset/site.js";
import { reach } from "../../src/web/graph/reach.js";
import type { Web } from "../../src/web/web.js";
import { root } from "../cli/command.js";
import { proving } from "../depth.js";

// What every dataset owes, found by listing the folder: a card that says where it comes from, and files that are what
// it says.

const names = readdirSync(join(root, "datasets")).filter((name) => name.endsWith(".json"));
const text = expect.stringMatching(/\S/);

/**
 * Whether the web is here, which `npm test` does not ask for. Missing files are said once; where CI runs, they are an
 * error, unless no one has had them yet.
 */
function atHand(card: DatasetCard): boolean {
  if (isAvailable(card)) return true;
  if (!proving) return false;
  const reason = `${card.id} is not under the data folder (${dataFolder() ?? "CRAWLBENCH_DATA is not set"})`;
  const everSeen = card.files?.every(({ sha256 }) => sha256 !== null);
  if (process.env.CI && everSeen) throw new Error(`${reason}: CI must have the real data`);
  console.log(`skipped: ${reason}`);
  return false;
}

/** False for a web that was built of other packages than those whose counts the card has. */
async function isAsCounted(card: DatasetCard): Promise<boolean> {
  if (card.builder === undefined) return true;
  const snapshot = await openSnapshot(findBuilt(card, dataFolder()) as string);
  return snapshot.about.packages === card.builder.packages.join(" ");
}

describe.each(names)("datasets/%s", (name) => {
  const card = cardOf(basename(name, ".json"));

  it("says what it is, where it comes from, under which licence, and how to cite it", () => {
    expect(card).toMatchObject({
      id: basename(name, ".json"),
      title: text,
      kind: "web",
      snapshot: text,
      source: { name: text, address: expect.stringMatching(/^(https:\/\/\S+|src\/\S+|unstated)$/), obtain: text },
      licence: expect.stringMatching(/^(unstated|\w.*)$/),
      citation: text,
    });
    const { address } = card.source;
    if (address.startsWith("src/")) expect(existsSync(join(root, address)), address).toBe(true);
    expect(card.counts.pages).toBeGreaterThan(0);
    expect(card.counts.links).toBeGreaterThan(0);
    expect(card.capabilities).toContain("links");
    for (const quirk of card.quirks) expect(quirk).toMatch(/\.$/);
    for (const family of card.suits)
      expect(["cho1998", "cho1998-small-site", "cho1998-topic", "broder2003"]).toContain(family);
    // Graphs 7 to 9 look for one, Graph 10 for another
    if (card.suits.includes("cho1998-topic")) expect(card.topics).toHaveLength(2);
    expect(card.sites !== undefined && !card.suits.includes("cho1998-small-site")).toBe(false);
    for (const host of card.sites ?? [])
      expect([host, card.capabilities.includes("urls")]).toEqual([expect.stringMatching(/^[a-z0-9.-]+$/), true]);
    for (const topic of card.topics ?? [])
      expect([topic, card.capabilities.includes("text")]).toEqual([expect.stringMatching(/^[a-z]+$/), true]);
  });

  it("is either generated, or built of packages, or stored in files that are known to the byte, or says why they are not", () => {
    expect([card.generator, card.builder, card.format].filter((each) => each !== undefined)).toHaveLength(1);
    expect(card.format !== undefined).toBe((card.files ?? []).length > 0);
    for (const each of card.builder?.packages ?? []) expect(each).toMatch(/^[a-z0-9+.-]+=[A-Za-z0-9.+~:-]+$/);
    if (card.builder) expect(card.builder.packages.length).toBeGreaterThan(0);
    for (const { path, bytes, sha256 } of card.files ?? []) {
      expect(path).not.toMatch(/^\/|\.\./);
      if (sha256 !== null)
        expect([sha256, bytes]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.any(Number)]);
      else expect(card.quirks.join(" ")).toMatch(/digest is not known/);
    }
  });

  it.skipIf(!atHand(card))(
    "loads with the counts and capabilities of its card, and starts where a crawl gets far enough",
    async () => {
      const web: Web = await load(card.id as DatasetName);
      if (await isAsCounted(card)) expect({ pages: web.graph.size, links: web.found.links }).toEqual(card.counts);
      expect([...web.capabilities].sort()).toEqual([...card.capabilities].sort());
      expect(web.name).toBe(card.id);
      expect(web.sha256).toMatch(/^[0-9a-f]{64}$/);
      const reached = reach(web.graph, [web.start]).pages / web.graph.size;
      // experiments need a tenth of the web; a card that suits none says in its quirks why
      if (card.suits.length > 0) expect(reached).toBeGreaterThanOrEqual(0.1);
      else expect(card.quirks.length).toBeGreaterThan(0);
      for (const host of card.sites ?? []) {
        const site = siteOf(web, host);
        expect([host, site.graph.size >= 700 && site.graph.size < 2550]).toEqual([host, true]);
        // at least as much as the paper's start page reached of its web: 179,000 pages of 225,000
        expect(reach(site.graph, [site.start]).pages / site.graph.size).toBeGreaterThan(179 / 225);
      }
    }, // an archive is read whole at its first load
  );
});

describe("the catalogue", () => {
  it("has no two cards with the same file", () => {
    const paths = datasets().flatMap(({ files = [] }) => files.map(({ path }) => path));
    expect(new Set(paths).size).toBe(paths.length);
  });
});

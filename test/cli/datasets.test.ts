import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cardOf, type DatasetCard, datasets } from "../../src/web/dataset/card.js";
import { realData } from "../web/read/real-data.js";
import { Desk } from "./command.js";

const desk = new Desk();
const nowhere = { env: { CRAWLBENCH_DATA: desk.path("nowhere") } };

describe("crawlbench datasets", () => {
  it("lists every card, and whether its files are here", async () => {
    const cards = await desk.json<(DatasetCard & { available: boolean })[]>(["datasets"], nowhere);
    expect(cards.map(({ id }) => id)).toEqual(datasets().map(({ id }) => id));
    const packaged = cards.filter(({ available, generator }) => available && !generator);
    expect(packaged.map(({ id }) => id)).toEqual(["debian-docs-small"]); // comes with the package
    expect(cards.filter(({ available, generator }) => generator && !available)).toEqual([]);
    const text = await desk.good(["datasets"], nowhere);
    for (const { id, capabilities } of cards) {
      const line = text.split("\n").find((each) => each.startsWith(`${id} `)) ?? "";
      expect(line).toContain(capabilities.filter((each) => each !== "links").join(" "));
      expect(line.length).toBeLessThanOrEqual(110); // as wide as every result
    }
    expect(text).toContain(`Data folder: ${desk.path("nowhere")}`);
  });

  it("shows a card with the place to fetch it from, its licence and its digests", async () => {
    const { source, files = [], licence, citation, quirks } = cardOf("wb-cs-stanford");
    const text = await desk.good(["datasets", "wb-cs-stanford"], nowhere);
    for (const part of [source.address, source.obtain, licence, citation]) expect(text).toContain(part);
    for (const quirk of quirks) expect(text.replaceAll("\n    ", " ")).toContain(`\n  note: ${quirk}\n`);
    for (const line of text.split("\n").filter((each) => each.startsWith("  note: ")))
      expect(line.length).toBeLessThanOrEqual(110); // as wide as every result
    for (const { path, sha256 } of files) expect(text).toContain(`file ${path}: 434939 bytes, sha256 ${sha256}`);
    expect(text).toContain("not on this machine");
    expect(text).not.toContain("a part of");
    expect(await desk.good(["datasets", "debian-docs-small"], nowhere)).toContain("\n  a part of debian-docs: ");
    expect(await desk.json(["datasets", "wb-cs-stanford"], nowhere)).toMatchObject({
      id: "wb-cs-stanford",
      available: false,
    });
  });

  it("refuses files that are not those of the card", async () => {
    const [{ path, bytes, sha256 }] = cardOf("polblogs").files ?? [];
    desk.write(join("data", path), Buffer.alloc(bytes as number));
    const env = { CRAWLBENCH_DATA: desk.path("data") };
    const message = await desk.refusal(["datasets", "polblogs"], { env });
    expect(message).toContain(`expected ${bytes} bytes with sha256 ${sha256}, found ${bytes} with `);
    expect(await desk.refusal(["open", "polblogs"], { env })).toBe(message);
  });

  it.skipIf(!realData("graphs/polblogs/polblogs.gml"))("says that every byte is as the card says", async () => {
    const env = { CRAWLBENCH_DATA: process.env.CRAWLBENCH_DATA ?? join(import.meta.dirname, "../../../shared/data") };
    expect(await desk.good(["datasets", "polblogs"], { env })).toContain(
      "on this machine, every byte as the card says",
    );
  });

  it("names the datasets that there are when it does not know one", async () => {
    expect(await desk.refusal(["datasets", "stanford"])).toMatch(
      /^no dataset "stanford" in the catalogue\. Did you mean stanford-2002\? There are: /,
    );
  });
});

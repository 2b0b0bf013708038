import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mercatorMemory } from "../../../src/urldb/eliminator/mercator-memory.js";
import { openEliminator } from "../../../src/urldb/eliminator.js";
import { UrlBatch } from "../../../src/urldb/url-batch.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

const textsOf = (batch: UrlBatch) => Array.from({ length: batch.size }, (_, i) => Buffer.from(batch.at(i)).toString());

describe("Mercator's eliminator in memory", () => {
  it("yields at once, in order of arrival, and keeps no files", async () => {
    const folder = join(temporaryFolder(), "none");
    const eliminator = await openEliminator(folder, { method: mercatorMemory });
    expect(textsOf(await eliminator.offer(UrlBatch.of(["c", "a", "c", "b", "a"])))).toEqual(["c", "a", "b"]);
    expect(textsOf(await eliminator.offer(UrlBatch.of(["b", "d"])))).toEqual(["d"]);
    expect((await eliminator.flush()).size).toBe(0);
    expect(eliminator.stats).toMatchObject({ urls: 4, offered: 7, yielded: 4, diskBytes: 0 });
    await eliminator.close();
    expect(existsSync(folder)).toBe(false);
  });
});

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../../src/archive/write-snapshot.js";
import { Random } from "../../../src/base/random.js";
import type { TermCounts } from "../../../src/page/text/page-terms.js";
import { webOf } from "../../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";
import { NEW_YEAR, page } from "../small-web.js";

const KILLS = depth({ everyday: 1, prove: 8 });
const PAGES = depth({ everyday: 600, prove: 1_200 });
/** Words of page i: "page", i of i % 40 + 1 times. */
const count = (i: number) => (i % 40) + 1;
const text = (i: number) => `page ${`w${i} `.repeat(count(i))}`;
const WORDS = Array.from({ length: PAGES }, (_, i) => 1 + count(i)).reduce((sum, words) => sum + words, 0);

/** Counts in a process of its own, killed `afterMs` after it began, unless it ended before. */
async function live(folder: string, afterMs?: number): Promise<{ said: string; killed: boolean }> {
  const options = JSON.stringify({ dist: resolve(import.meta.dirname, "../../../dist"), folder, every: 20 });
  const child = spawn(process.execPath, [join(import.meta.dirname, "count-terms.mjs"), options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (said === "" && afterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), afterMs);
    said += text;
  });
  await new Promise((gone) => child.once("close", gone));
  return { said, killed: child.signalCode === "SIGKILL" };
}

const kept = (folder: string): number => {
  const file = join(folder, "terms/terms.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).columns["capture.row.u32"] / 4 : 0;
};

describe("a process that counts terms and is killed", () => {
  it("leaves what it committed, nothing half, and another goes on from there; several at once do no harm", async () => {
    const folder = temporaryFolder();
    const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
    for (let i = 0; i < PAGES; i++) writer.add(page(`http://a.example/${i}`, text(i)));
    await writer.commit();
    await writer.close();
    const random = new Random(5);
    let kills = 0;
    let before = 0;
    while (kills < KILLS && before < PAGES) {
      if (!(await live(folder, random.below(60))).killed) break;
      kills++;
      expect(kept(folder)).toBeGreaterThanOrEqual(before);
      before = kept(folder);
      const terms = webOf(await openSnapshot(folder)).terms as TermCounts;
      for (const i of [0, before - 1, before, PAGES - 1].filter((each) => each >= 0 && each < PAGES)) {
        const { body } = terms.of(i);
        expect([body.size, body.words, body.term(1), body.counts[1]]).toEqual([2, 1 + count(i), `w${i}`, count(i)]);
      }
    }
    const atOnce = depth({ everyday: 2, prove: 3 });
    const together = await Promise.all(Array.from({ length: atOnce }, () => live(folder)));
    expect(together.map(({ said }) => said)).toEqual(new Array(atOnce).fill(`begins\n${WORDS}\n`));
    expect(kept(folder)).toBe(PAGES);
    expect((await live(folder)).said).toBe(`begins\n${WORDS}\n`);
  });
});

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { SnapshotTerms } from "../../src/archive/terms.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { disk, type Request, watchDisk } from "../urldb/dedicated/disk.js";
import { NEW_YEAR, page } from "./small-web.js";

watchDisk();
afterEach(() => disk.reset());

const PAGES = 12;
/** Of the requests of a kind each, or each second, fails once. */
const STEP = depth({ everyday: 2, prove: 1 });

async function snapshotFolder(): Promise<string> {
  const folder = temporaryFolder();
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  for (let i = 0; i < PAGES; i++)
    writer.add(page(`http://a.example/${i}`, `<title>n${i}</title>some words of ${i}`, i));
  await writer.commit();
  await writer.close();
  return folder;
}

async function termsOf(folder: string): Promise<SnapshotTerms> {
  const snapshot = await openSnapshot(folder);
  return new SnapshotTerms(snapshot, webOf(snapshot).storedPages, 5);
}

/** Terms of all pages, as a line for each. */
const lines = (terms: SnapshotTerms) =>
  Array.from({ length: terms.size }, (_, p) => {
    const { title, body } = terms.of(p);
    return [title, body].map((row) => Array.from({ length: row.size }, (_, i) => row.term(i)).join(" ")).join(": ");
  });

const expected = Array.from({ length: PAGES }, (_, i) => `n${i}: some words of ${i}`);

describe("terms of a snapshot on a disk that fails", () => {
  it("are all counted, whichever request to the disk fails, and are kept once it has room again", async () => {
    const failures: Partial<Record<Request, number>> = {};
    for (const kind of ["write", "sync", "open", "make", "sync folder", "truncate"] as const) {
      for (let turn = 0, failed = true; failed; turn += STEP) {
        const folder = await snapshotFolder();
        failed = false;
        let requests = 0;
        disk.ask = (request) => {
          if (request !== kind || requests++ !== turn) return undefined;
          failed = true;
          return kind === "write" ? "ENOSPC" : "EROFS";
        };
        const terms = await termsOf(folder);
        await terms.ready();
        disk.ask = undefined;
        expect(lines(terms), `${kind} ${turn}`).toEqual(expected);
        expect(lines(await termsOf(folder)), `${kind} ${turn}`).toEqual(expected);
        await terms.ready(); // nothing is left to count, and something to keep
        if (failed) expect(lines(terms)).toEqual(expected);
        expect(existsSync(join(folder, "terms/terms.json"))).toBe(true);
        expect(readdirSync(folder).filter((name) => name.startsWith("lock.terms"))).toEqual([]);
        if (failed) failures[kind] = (failures[kind] ?? 0) + 1;
      }
    }
    expect(failures.write).toBeGreaterThan(6 / STEP); // the mark, and each column that grew
    expect(failures.sync).toBeGreaterThan(6 / STEP);
    expect(failures.make).toBeGreaterThanOrEqual(2 / STEP); // terms, and the folder of the columns
  });
});

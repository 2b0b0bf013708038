import { cpSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openSnapshot } from "../../src/archive/open-snapshot.js";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { disk, watchDisk } from "../urldb/dedicated/disk.js";
import { contentsOf, NEW_YEAR, page } from "./small-web.js";

watchDisk();
afterEach(() => disk.reset());

const now = NEW_YEAR;
const captures = Array.from({ length: 40 }, (_, i) =>
  page(`http://h${i % 3}.example/${i}`, `<title>${i}</title><a href="/${(i * 7) % 40}">${i}</a>`, i),
);

describe("a snapshot on a disk that fails", () => {
  it("keeps what was committed, whichever write has no room, and goes on from there", async () => {
    const half = temporaryFolder();
    const writer = await openSnapshotWriter(half, { now });
    for (const capture of captures.slice(0, 20)) writer.add(capture);
    await writer.commit();
    await writer.close();
    const whole = temporaryFolder();
    cpSync(half, whole, { recursive: true });
    await finished(whole);
    const wanted = contentsOf(whole);
    let failures = 0;
    for (let turn = 0; ; turn++) {
      const folder = join(temporaryFolder(), "copy");
      cpSync(half, folder, { recursive: true });
      const failing = await openSnapshotWriter(folder, { now });
      let writes = 0;
      disk.ask = (request) => (request === "write" && writes++ === turn ? "ENOSPC" : undefined);
      let failed = false;
      try {
        for (const capture of captures.slice(20)) failing.add(capture);
        await failing.commit();
      } catch (error) {
        failed = true;
        failures++;
        expect(error).toMatchObject({ code: "disk-full" });
        disk.ask = undefined;
        // not even now: half of something was written
        await expect(failing.commit()).rejects.toMatchObject({ code: "disk-full" });
        expect(() => failing.add(captures[0])).toThrow("no room to write");
        expect((await openSnapshot(folder)).captures).toBe(20);
      }
      disk.ask = undefined;
      await failing.close();
      if (!failed) break;
      await finished(folder);
      expect(contentsOf(folder)).toEqual(wanted);
    }
    expect(failures).toBeGreaterThan(20); // the archive, and each column that grew
  });

  it.each(["link.target.u32", "crawl-00000.warc.gz"])(
    "commits nothing more once %s could not be made to last",
    async (name) => {
      const folder = temporaryFolder();
      const writer = await openSnapshotWriter(folder, { now });
      writer.add(captures[0]);
      disk.ask = (request, path) => (request === "sync" && path.endsWith(name) ? "EIO" : undefined);
      await expect(writer.commit()).rejects.toMatchObject({ code: "failed" });
      disk.ask = undefined;
      // the system may have dropped what it did not write, and says so once
      await expect(writer.commit()).rejects.toThrow(name);
      expect(() => writer.add(captures[1])).toThrow(name);
      await writer.close();
      expect((await openSnapshot(folder)).captures).toBe(0);
    },
  );
});

/** Adds the second half, and finishes. */
async function finished(folder: string): Promise<void> {
  const writer = await openSnapshotWriter(folder, { now });
  for (const capture of captures.slice(20)) writer.add(capture);
  await writer.finish();
  await writer.close();
}

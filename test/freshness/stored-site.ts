import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { NEW_YEAR, page } from "../archive/small-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

/** Page b changes each time, c is gone after the first, d comes with the second. */
const STATES: readonly Readonly<Record<string, string>>[] = [
  { a: "1", b: "1", c: "1" },
  { a: "1", b: "2", d: "1" },
  { a: "1", b: "3", d: "1" },
];

/** A site of http://a.example/ as it was stored two days apart. @returns the folders, the oldest first */
export const storedSite = (states = STATES): Promise<string[]> =>
  Promise.all(
    states.map(async (state, i) => {
      const folder = temporaryFolder();
      const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
      for (const [path, text] of Object.entries(state))
        writer.add(page(`http://a.example/${path}`, text, i * 2 * 24 * 60));
      await writer.finish();
      await writer.close();
      return folder;
    }),
  );

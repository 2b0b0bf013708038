import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UrlTable } from "../../src/archive/capture.js";
import { ScratchFile } from "../../src/base/file/scratch-file.js";
import type { Waiting } from "../../src/fetch/frontier/frontier.js";
import { WaitingColumns } from "../../src/fetch/frontier/waiting-columns.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";

const path = join(temporaryFolder(), "waiting");
const urlOf = (id: number) => `http://w.example/${id}`;
const urls: UrlTable = {
  size: 2000,
  intern: (url) => Number(url.slice(17)),
  idOf: (url) => Number(url.slice(17)),
  at: urlOf,
};

const waiting = fc
  .record({ id: fc.nat(1999), depth: fc.nat(70_000), hops: fc.nat(300), via: fc.option(fc.nat(1999)) })
  .map(({ id, depth, hops, via }) => ({ id, url: urlOf(id), depth, hops, ...(via !== null && { via: urlOf(via) }) }));

describe("URLs that wait, in columns", () => {
  it("are those of a map, but for depths above 65,535 and redirects above 254", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(waiting, fc.boolean())), (steps) => {
        // 2,000 entries of 8 bytes fill four pages of 4 kB: two of them stand on disk
        const columns = new WaitingColumns(urls, new ScratchFile(path, 2));
        const map = new Map<number, Waiting>();
        for (const [each, isTaken] of steps) {
          columns.add(each);
          map.set(each.id, { ...each, depth: Math.min(each.depth, 65_535), hops: Math.min(each.hops, 254) });
          if (isTaken) {
            expect(columns.take(each.id)).toEqual(map.get(each.id));
            expect(columns.take(each.id)).toBeUndefined();
            map.delete(each.id);
          }
          expect(columns.size).toBe(map.size);
        }
        for (const [id, each] of map) expect(columns.take(id)).toEqual(each);
        expect([columns.size, columns.take(1_000_000)]).toEqual([0, undefined]);
        columns.close();
      }),
    );
  });

  it("are all kept, with all that is known of each, wherever in the file they stand", () => {
    const columns = new WaitingColumns(urls, new ScratchFile(path, 2));
    const all = Array.from({ length: urls.size }, (_, id): Waiting => {
      return { id, url: urlOf(id), depth: 65_535 - id, hops: id % 255, via: urlOf(urls.size - 1 - id) };
    });
    for (const each of all) columns.add(each);
    expect(all.map(({ id }) => columns.take(id))).toEqual(all);
    columns.close();
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openUrlDatabase } from "../../src/urldb/database.js";
import { compactFilter } from "../../src/urldb/eliminator/compact-filter.js";
import { mercatorDisk } from "../../src/urldb/eliminator/mercator-disk.js";
import { suelFile } from "../../src/urldb/eliminator/suel-file.js";
import { openEliminator } from "../../src/urldb/eliminator.js";
import { dedicated } from "../../src/urldb/engine/dedicated.js";
import { lmdb } from "../../src/urldb/engine/lmdb.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { coded } from "../fixture/problems.js";

const URL = "http://a.example/";
const folder = temporaryFolder();

const database = async (name: string, engine: typeof lmdb) => {
  await using store = await openUrlDatabase(join(folder, name), { engine });
  return (await store.add(URL)).added;
};
const eliminator = async (name: string, method: typeof suelFile) => {
  await using store = await openEliminator(join(folder, name), { method });
  return (await store.offer(URL)).size + (await store.flush()).size;
};
const makers = {
  dedicated: (name: string) => database(name, dedicated),
  lmdb: (name: string) => database(name, lmdb),
  mercatorDisk: (name: string) => eliminator(name, mercatorDisk),
  suelFile: (name: string) => eliminator(name, suelFile),
  compactFilter: (name: string) => eliminator(name, compactFilter),
};

describe("the folder of a URL database or an eliminator", () => {
  it.each(Object.entries(makers))(
    "made by %s is refused by all that would find it empty, and holds its URL",
    async (name, make) => {
      expect(await make(name)).toBe(1);
      for (const [other, open] of Object.entries(makers)) {
        const isSame = other === name || [name, other].every((each) => ["suelFile", "compactFilter"].includes(each));
        if (isSame) expect(await open(name)).toBe(0);
        else await expect(open(name)).rejects.toThrow(coded("settings"));
      }
    },
  );

  it("is named with who made it", async () => {
    await makers.lmdb("named");
    const path = join(folder, "named");
    const message = `${path} was made by urldb.lmdb: open it with that, or name another folder`;
    await expect(openUrlDatabase(path)).rejects.toThrow(coded("settings", message));
  });
});

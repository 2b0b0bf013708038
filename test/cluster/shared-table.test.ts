import { expect, it } from "vitest";
import { SharedTable } from "../../src/cluster/shared-table.js";
import { leaving, newTable, readTable } from "../../src/cluster/table.js";
import { inMemoryEngine } from "./in-memory-engine.js";

const BEGUN = newTable({ name: "a", id: "1" }, { id: "crawl", by: "host", partitions: 2, settings: {} });
const TABLE = { ...BEGUN, members: { ...BEGUN.members, b: { id: "2" } } };

it("a change that was under way takes back no later one, though the engine lost that and took the earlier", async () => {
  const server = inMemoryEngine();
  const engine = server.open("crawl");
  const table = (await SharedTable.open(engine, TABLE, async () => undefined)) as SharedTable;
  server.wipe();
  let goOn = () => {};
  const standing = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  table.beforeMending = () => standing;
  const early = table.check(); // knows of no change, and waits
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  table.beforeMending = async () => undefined;
  await table.change((each) => leaving(each, "b"));
  server.wipe();
  goOn();
  await early;
  const found = await engine.read("table");
  const stands = [table.value, readTable(found?.value as Uint8Array)];
  expect(stands.map(({ members }) => members.b)).toEqual([
    { id: "2", isLeaving: true },
    { id: "2", isLeaving: true },
  ]);
});

it("a process that looks knows what another changed, though no word of it came", async () => {
  const server = inMemoryEngine();
  const engine = server.open("crawl");
  const other = (await SharedTable.open(engine, TABLE, async () => undefined)) as SharedTable;
  const deaf = { ...engine, watch: async () => () => {} } as unknown as typeof engine;
  for (const name of ["read", "write", "listen"] as const) deaf[name] = engine[name].bind(engine) as never;
  const table = (await SharedTable.open(deaf, TABLE, async () => undefined)) as SharedTable;
  await other.change((each) => leaving(each, "b"));
  expect(table.value.members.b).toEqual({ id: "2" });
  await table.check();
  expect(table.value.members.b).toEqual({ id: "2", isLeaving: true });
});

it("a table that the engine has lost is put back after what belongs to it, and only by who has that", async () => {
  const server = inMemoryEngine();
  const engine = server.open("crawl");
  const found: unknown[] = [];
  const table = (await SharedTable.open(engine, TABLE, async ({ id }) => {
    found.push([id, await engine.read("table")]);
  })) as SharedTable;
  expect(found).toEqual([["crawl", undefined]]);
  const guest = (await SharedTable.open(server.open("crawl"))) as SharedTable;
  server.wipe();
  await expect(guest.check()).rejects.toMatchObject({ code: "failed" });
  await expect(guest.check()).rejects.toThrow("has lost the table of the crawl; a process that works puts it back");
  await table.check();
  expect(found).toHaveLength(2);
  await table.check();
  await guest.check();
  expect(found).toHaveLength(2);
});

it("a change that changes nothing writes nothing, and one that does has the next number", async () => {
  const engine = inMemoryEngine().open("crawl");
  const table = (await SharedTable.open(engine, TABLE, async () => undefined)) as SharedTable;
  const before = (await engine.read("table"))?.revision;
  let told = 0;
  const end = table.onChange(() => told++);
  await table.change((each) => ({ ...each, parts: [...each.parts] }));
  expect([(await engine.read("table"))?.revision, told]).toEqual([before, 0]);
  const { serial } = await table.change((each) => leaving(each, "b"));
  expect([serial, told]).toEqual([TABLE.serial + 1, 1]);
  end();
  await table.change((each) => leaving(each, "a"));
  expect(told).toBe(1);
});

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

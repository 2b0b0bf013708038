import { expect, it } from "vitest";
import { checkWhole } from "../../src/cli/crawl-share.js";
import { newTable } from "../../src/cluster/table.js";

it("names the crawl in the command of a process that left, where it has another name than crawls have by default", () => {
  const begun = newTable({ name: "a", id: "1" }, { id: "2", by: "host", partitions: 1, settings: {} });
  const short = { ...begun, state: "short", left: ["b"], owed: ["b"] } as const;
  const check = (crawl: string) => () => checkWhole({ address: "nats://one" }, short, crawl);
  expect(check("campus")).toThrow("Type crawlbench crawl --join nats://one --crawl campus --out FOLDER-OF-b, and ");
  expect(check("crawl")).toThrow("Type crawlbench crawl --join nats://one --out FOLDER-OF-b, and ");
});

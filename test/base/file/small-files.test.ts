import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesIn } from "../../../src/base/file/small-files.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

it("small files are whole, grow at their end, and go; the first makes the folder", async () => {
  const folder = join(temporaryFolder(), "not", "there");
  const files = filesIn(folder);
  expect(files.names()).toEqual([]);
  expect(files.read("a")).toBeUndefined();
  await files.delete("a");
  expect(existsSync(folder)).toBe(false);

  await files.append("a", Buffer.from("one"));
  await files.append("a", Buffer.from(" two"));
  await files.replace("b", Buffer.from("old"));
  await files.replace("b", Buffer.from("new"));
  expect(Buffer.from(files.read("a") as Uint8Array).toString()).toBe("one two");
  expect(readFileSync(join(folder, "b"), "utf8")).toBe("new");

  writeFileSync(join(folder, "c.part"), ""); // what a kill leaves of one that was to be replaced
  expect([...files.names()].sort()).toEqual(["a", "b"]);
  await files.delete("a");
  expect(files.names()).toEqual(["b"]);
});

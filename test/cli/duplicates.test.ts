import { beforeAll, describe, expect, it } from "vitest";
import { openSnapshotWriter } from "../../src/archive/write-snapshot.js";
import { Random } from "../../src/base/random.js";
import { duplicatesCommand } from "../../src/cli/duplicates.js";
import { NEW_YEAR, page } from "../archive/small-web.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { said } from "./in-process.js";

const folder = temporaryFolder();
const random = new Random(5);
const drawn = (count: number) => Array.from({ length: count }, () => `w${random.below(50_000)}`);
const at = (name: string | number) => `http://a.example/${name}`;
const run = (...args: string[]) => said(duplicatesCommand(), args);

beforeAll(async () => {
  const writer = await openSnapshotWriter(folder, { now: NEW_YEAR });
  const [text, same] = [drawn(2_000), drawn(50)];
  for (let i = 0; i < 7; i++) writer.add(page(at(`same${i}`), same.join(" ")));
  for (let i = 0; i < 3; i++) writer.add(page(at(`near${i}`), [...text, `session${i}`].join(" ")));
  for (let i = 0; i < 10; i++) writer.add(page(at(`other${i}`), drawn(2_000).join(" ")));
  await writer.finish();
  await writer.close();
});

describe("crawlbench duplicates", () => {
  it("tells people how many pages are alike, and shows the largest groups", async () => {
    const { stdout, stderr } = await run(folder, "--top", "1");
    expect(stderr).toBe("");
    // 7 equal pages, and 3 that differ in a word: 6 of 20, and 2 more, are not needed
    expect(stdout.replaceAll(folder, "crawl")).toMatchInlineSnapshot(`
      "crawl: 20 pages, 14 different bodies
        equal: 1 group; one of each left, 6 pages (30.0 %) would go
        nearly equal, at most 3 bits apart: 1 group; with the equal ones, 8 pages (40.0 %) would go
      7 pages, equal
        http://a.example/same0
        http://a.example/same1
        http://a.example/same2
        http://a.example/same3
        http://a.example/same4
        and 2 more
      3 pages, nearly equal: 3 bodies, at most 1 bit from the first
        http://a.example/near0
        http://a.example/near1
        http://a.example/near2
      "
    `);
  });

  it("prints all groups as JSON", async () => {
    expect(JSON.parse((await run(folder, "--json")).stdout)).toEqual({
      distance: 3,
      pages: 20,
      bodies: 14, // 1 + 3 + 10
      wordless: 0,
      exact: [{ urls: Array.from({ length: 7 }, (_, i) => at(`same${i}`)), bodies: 1, spread: 0 }],
      near: [{ urls: [0, 1, 2].map((i) => at(`near${i}`)), bodies: 3, spread: expect.any(Number) }],
      surplus: { exact: 6, all: 8 },
    });
  });

  it("takes the distance, and says which there are", async () => {
    const { near } = JSON.parse((await run(folder, "--json", "--distance", "0")).stdout);
    expect(near.flatMap(({ urls }: { urls: string[] }) => urls).length).toBeLessThanOrEqual(3);
    expect((await run(folder, "--distance", "8")).error).toBe("--distance is 0 to 7 bits of 64; found 8");
    expect((await run(folder, "--distance", "few")).error).toMatch(/Expected a number/);
  });
});

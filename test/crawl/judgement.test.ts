import { inspect } from "node:util";
import { load as parsed } from "cheerio";
import { describe, expect, it } from "vitest";
import { backlinks } from "../../src/crawl/importance/backlinks.js";
import { judge } from "../../src/crawl/judge.js";
import { inCell } from "../base/in-cell.js";
import { pairsOf } from "../fixture/pairs.js";
import { smallWeb } from "./small-web.js";

// the star: page 0 links to 1, 2 and 3, which link back to it; of backlinks 3, 1, 1, 1 only the first reaches 2
const star = () => smallWeb(4, pairsOf("0,1 0,2 0,3 1,0 2,0 3,0"));

describe("a judged crawl", () => {
  it("prints its area, by what it was judged, its curve, and that it has too few hot pages", () => {
    const printed = inspect(judge(star(), [0, 1, 2, 3], backlinks({ hotAt: 2 })));
    expect(printed).toContain("threshold, backlinks: area 1.0000 over 4 visited, 1 hot of 4 pages\n");
    expect(printed).toContain("1 of 4 pages is hot: too few");
    expect(printed.trim().split("\n").at(-1)?.trim().split(/ +/)).toEqual(["4", "1.00", "1", "1", "1.00"]);
  });

  it("shows the same in a notebook, a row for each of ten places on the curve", async () => {
    const copied = { seed: 1, ...judge(star(), [0], backlinks({ hotAt: 2 })) };
    expect(inspect(copied)).toContain("seed: 1"); // a record with other fields besides is no judged crawl
    await inCell(async (shown) => {
      inspect(judge(star(), [1, 0, 2, 3], backlinks({ hotAt: 2 })));
      const page = parsed(String(shown[0].data["text/html"]));
      expect(page("p").first().text()).toContain("area 0.7500 over 4 visited"); // mean of 0, 1, 1, 1
      expect(
        page("tbody tr")
          .map((_, row) => page(row).find("td").eq(2).text())
          .toArray(),
      ).toEqual(["0", "1", "1", "1"]);
    });
  });
});

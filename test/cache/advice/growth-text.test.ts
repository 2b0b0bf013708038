import { describe, expect, it } from "vitest";
import { growthLines } from "../../../src/cache/advice/growth-text.js";

const prefix = (requests: number, entries: number | undefined, floor = 0.2) => ({ requests, entries, floor });

describe("growthLines", () => {
  it("never says fewer entries than are advised now, and says why it might be fewer", () => {
    const parts = [prefix(1000, 16, 0.4), prefix(2000, 14), prefix(4000, 12), prefix(8000, 10, 0.1)];
    const growth = { parts, entries: { value: 5, low: 4, high: 6 } };
    const [line] = growthLines({ entries: 16, growth }, 10);
    expect(line).toBe(
      "a crawl 10 times as long needs no more than these 16 entries (its parts took 16, 14, 12, 10, since first requests weigh less and less), if it continues like this one",
    );
  });

  it("says that those advised are enough, may be too few, or are", () => {
    const parts = [prefix(1000, 8), prefix(2000, 9), prefix(4000, 10), prefix(8000, 11)];
    const said = (value: number, low: number, high: number) =>
      growthLines({ entries: 16, growth: { parts, entries: { value, low, high } } }, 10)[0]
        .replace("a crawl 10 times as long needs ", "")
        .replace(", if it continues like this one", "");
    expect(said(14, 13, 15)).toBe("about 14 entries (13 - 15); 16 are enough");
    expect(said(14, 12, 20)).toBe("about 14 entries (12 - 20); 16 may be too few");
    expect(said(30, 20, 40)).toBe("about 30 entries (20 - 40)");
  });

  it("says why it says nothing, and nothing of a crawl that is as long", () => {
    const growth = { parts: [], withheld: "the log is too short to be cut into parts" };
    expect(growthLines({ entries: 16, growth }, 10)).toEqual([
      "a crawl 10 times as long: what it needs cannot be told from this log: the log is too short to be cut into parts",
    ]);
    expect(growthLines({ entries: 16, growth }, 1)).toEqual([]);
  });
});

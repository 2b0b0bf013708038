import { describe, expect, it } from "vitest";
import { asOne, leftOut, nameAndSettings, shortLabels } from "../../src/base/short-labels.js";

describe("shortLabels", () => {
  const short = (...labels: string[]) => [...shortLabels(labels).values()];

  it("is the name where nothing else has it", () => {
    expect(short("page-rank, accuracy 0.001, ties fifo", "random")).toEqual(["page-rank", "random"]);
  });

  it("keeps the settings in which those of one name differ", () => {
    expect(short("backlink, ties fifo", "backlink, ties lifo, every 5", "opic")).toEqual([
      "backlink, ties fifo",
      "backlink, ties lifo, every 5",
      "opic",
    ]);
    expect(short("a, x 1, y 2", "a, x 1, y 3")).toEqual(["a, y 2", "a, y 3"]);
  });

  it("keeps a setting everywhere that tells two of one name apart", () => {
    const labels = ["breadth-first, Figure 4", "breadth-first", "backlink, Figure 4, ties fifo", "random"];
    expect(short(...labels)).toEqual(["breadth-first, Figure 4", "breadth-first", "backlink, Figure 4", "random"]);
  });

  it("tells any two labels apart that no setting of the one makes the other", () => {
    const labels = ["a, x 1", "a, x 2", "a, x 1, y 1", "b"];
    expect(new Set(short(...labels)).size).toBe(4);
  });
});

describe("what short labels leave out", () => {
  const small = (...labels: string[]) => leftOut(shortLabels(labels));

  it("is said once where several labels have it, and by its name where one has", () => {
    expect(small("backlink, ties fifo", "page-rank, accuracy 0.001, ties fifo", "random")).toBe(
      "ties fifo · page-rank: accuracy 0.001",
    );
    expect(small("page-rank, accuracy 0.01")).toBe("page-rank: accuracy 0.01");
  });

  it("is nothing where labels are as short as they can be", () => {
    expect(small("backlink, ties fifo", "backlink, ties lifo", "random")).toBe("");
  });
});

it("a label in a sentence has its settings in brackets", () => {
  expect(asOne("page-rank, accuracy 0.001, ties fifo")).toBe("page-rank (accuracy 0.001, ties fifo)");
  expect(asOne("random")).toBe("random");
  expect(nameAndSettings("a, b, c")).toEqual(["a", "b, c"]);
});

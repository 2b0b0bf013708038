import { describe, expect, it } from "vitest";
import { Random } from "../../../src/base/random.js";
import { CountBuckets } from "../../../src/ordering/frontier/count-buckets.js";
import { QueuePlaces, type Ties } from "../../../src/ordering/frontier/queue-term.js";
import { scoredFrontier } from "../../../src/ordering/frontier/scored-frontier.js";
import { SortedQueue } from "../../../src/ordering/frontier/sorted-queue.js";
import { pairsOf } from "../../fixture/pairs.js";

const frontierBy = (ties: Ties, reorderEvery = 1) =>
  scoredFrontier({ size: 9, ties, random: new Random(1), reorderEvery });

describe("what a frontier tells of a waiting page", () => {
  it("is its score, and when it was discovered: the earlier first by fifo, the later by lifo", () => {
    for (const [ties, name] of [
      ["fifo", "place in order of discovery, smaller first"],
      ["lifo", "place in order of discovery"],
    ] as const) {
      const frontier = frontierBy(ties);
      frontier.file(4, 2);
      frontier.file(7, 2);
      frontier.file(4, 3);
      expect(frontier.explain(4, "links")).toEqual([
        { name: "links", value: 3 },
        { name, value: 1 },
      ]);
      expect(frontier.explain(7, "links")).toEqual([
        { name: "links", value: 2 },
        { name, value: 2 },
      ]);
    }
  });

  it("is its lot when ties are drawn: the page with the smaller lot comes first", () => {
    const frontier = frontierBy("random");
    for (const page of [1, 2, 3]) frontier.file(page, 5);
    const lots = [1, 2, 3].map((page) => frontier.explain(page, "score")[1].value);
    expect(frontier.pop()).toBe(1 + lots.indexOf(Math.min(...lots)));
  });

  it("is its place first while the queue is not sorted anew, and those that come later stand behind", () => {
    const frontier = frontierBy("fifo", 3);
    for (const [page, score] of pairsOf("0,1 1,3 2,2")) frontier.file(page, score);
    expect(frontier.explain(2, "score").map(({ name }) => name)).toEqual([
      "score",
      "place in order of discovery, smaller first",
    ]);
    expect(frontier.pop()).toBe(1); // sorted: 1, 2, 0
    frontier.file(8, 9);
    const places = () => [2, 0, 8].map((page) => frontier.explain(page, "score")[0].value);
    expect(places()).toEqual([1, 2, 3]);
    expect(frontier.pop()).toBe(2);
    expect(places().slice(1)).toEqual([1, 2]);
    expect(frontier.pop()).toBe(0);
    expect(frontier.explain(8, "score")[0]).toEqual({ name: "score", value: 9 }); // the next page sorts again
  });

  it("is when it reached its number, in buckets that go by that, and the number alone where they draw", () => {
    const stable = new CountBuckets(9);
    const drawn = new CountBuckets(9, new Random(1));
    for (const buckets of [stable, drawn])
      for (const [page, count] of pairsOf("5,1 6,1 5,2 6,2")) buckets.file(page, count);
    const name = "reached that number as page, smaller first";
    expect(stable.explain(6, "links")).toEqual([
      { name: "links", value: 2 },
      { name, value: 2 },
    ]);
    expect(drawn.explain(6, "links")).toEqual([{ name: "links", value: 2 }]);
  });

  it("is its place in a queue that is sorted when it is told to be", () => {
    const queue = new SortedQueue(9, "fifo", new Random(1));
    for (const [page, score] of pairsOf("3,1 4,2")) queue.file(page, score);
    expect(queue.explain(4, "score").map(({ value }) => value)).toEqual([2, 2, 2]); // place, score, discovered
    queue.sort();
    expect(queue.explain(4, "score").map(({ value }) => value)).toEqual([1, 2, 2]);
  });

  it("counts places from the head, of pages that came since it was asked last as well", () => {
    const places = new QueuePlaces();
    expect(places.of(7, [5, 7], 0, 2).value).toBe(2);
    expect(places.of(9, [5, 7, 9], 1, 3).value).toBe(2);
    places.sorted(1);
    expect(places.of(7, [5, 9, 7], 1, 3).value).toBe(2);
  });
});

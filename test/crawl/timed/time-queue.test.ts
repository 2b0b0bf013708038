import fc from "fast-check";
import { expect, it } from "vitest";
import { TimeQueue } from "../../../src/crawl/timed/time-queue.js";

it("takes out the earliest first, and of equal times the one pushed first, as a sorted list does", () => {
  const steps = fc.array(fc.option(fc.nat(9), { nil: undefined }), { maxLength: 400, size: "max" });
  fc.assert(
    fc.property(steps, (times) => {
      const queue = new TimeQueue();
      const list: [time: number, item: number][] = [];
      for (const [item, time] of times.entries()) {
        if (time !== undefined) {
          queue.push(time, item);
          list.push([time, item]);
          list.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        } else if (list.length > 0) expect(queue.pop()).toBe(list.shift()?.[1]);
        expect([queue.size, queue.time]).toEqual([list.length, list[0]?.[0] ?? Number.POSITIVE_INFINITY]);
      }
    }),
  );
});

import { expect, it } from "vitest";
import { ErrorLog } from "../../src/fetch/error-log.js";

it("lists the last 200 errors of a crawl, newest first", () => {
  let now = 0;
  const errors = new ErrorLog(() => ++now);
  for (let i = 1; i <= 700; i++) {
    errors.add(`http://a.example/${i}`, "dns", "ENOTFOUND");
    const list = errors.list();
    expect([list.length, list[0].time, list[list.length - 1].time]).toEqual([
      Math.min(i, 200),
      i,
      Math.max(1, i - 199),
    ]);
  }
  expect(errors.list()[1]).toEqual({ time: 699, url: "http://a.example/699", fault: "dns", message: "ENOTFOUND" });
});

import { expect, it } from "vitest";
import { utcTime } from "../../src/base/utc-time.js";

it("is the time that Date.UTC gives, where there is such a time; a leap second is the first of the next minute", () => {
  expect(utcTime(2001, 3, 1, [12, 30, 59])).toBe(Date.UTC(2001, 3, 1, 12, 30, 59));
  expect(utcTime(2000, 1, 29, [23, 59, 60])).toBe(Date.UTC(2000, 2, 1));
  expect(utcTime(1969, 11, 31, [23, 59, 59])).toBe(-1000);
});

it("is none of a day, an hour, a minute or a second that there is not", () => {
  const none = [
    [2001, 1, 29],
    [2001, 3, 31],
    [2001, 0, 0],
    [2001, 0, 32],
    [2001, -1, 1],
    [2001, Number.NaN, 1],
  ] as const;
  for (const [year, month, day] of none)
    expect(utcTime(year, month, day, [0, 0, 0]), `${month} ${day}`).toBeUndefined();
  for (const time of [
    [24, 0, 0],
    [0, 60, 0],
    [0, 0, 61],
  ])
    expect(utcTime(2001, 0, 1, time), `${time}`).toBeUndefined();
});

import { expect, it } from "vitest";
import { pageStructure } from "../../../src/trace/model/page-structure.js";

it("sorts the requests of a trace by hand as the model has them", () => {
  // pages of hosts 7, 7, 8, 7:  0 0 1 2 | 1 3 | 2 4 | 0
  const requests = Uint32Array.of(0, 0, 1, 2, 1, 3, 2, 4, 0);
  const pages = {
    ends: Uint32Array.of(4, 6, 8, 9),
    threads: Uint16Array.of(0, 0, 1, 0),
    hosts: Uint32Array.of(7, 7, 8, 7),
    times: new Float64Array(4),
  };
  const structure = pageStructure({ name: "by hand", requests, urls: 5 }, pages);
  expect(structure).toEqual({
    lengths: Uint32Array.of(4, 2, 2, 1),
    mean: 9 / 4,
    median: 2,
    repeatsOnPage: 1 / 9, // the second 0
    adjacent: 1,
    alpha: 2 / 9, // both requests for 2: another host asked first
    gamma: 2 / 9, // 3 and 4
    globalSet: 1, // 2
    openHosts: 1, // host 7 from page 0 to page 3, host 8 not at all: 3 / 4
    pagesPerHost: 4,
  });
});

import { describe, expect, it } from "vitest";
import { followShare } from "../../src/crawl/follow-share.js";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { depthFirst } from "../../src/ordering/depth-first.js";
import { pairsOf } from "../fixture/pairs.js";
import { smallWeb } from "./small-web.js";

// 0 -> 1, 2; 1 -> 3; 3 -> 4.
const web = smallWeb(5, pairsOf("0,1 0,2 1,3 3,4"));

describe("followShare", () => {
  it("counts the steps that go along a link of the page crawled just before", () => {
    // Depth first 0, 1, 3, 4, 2: three of four steps. Breadth first 0, 1, 2, 3, 4: 0 to 1 and 3 to 4.
    expect(followShare(web.graph, replay(web, depthFirst))).toBe(3 / 4);
    expect(followShare(web.graph, replay(web, breadthFirst))).toBe(2 / 4);
    expect(followShare(web.graph, Uint32Array.of(0, 1, 3, 4))).toBe(1);
    expect(followShare(web.graph, Uint32Array.of(1, 0))).toBe(0); // the link leads the other way
  });

  it("is 0 for a crawl without a step", () => {
    expect(followShare(web.graph, Uint32Array.of(0))).toBe(0);
    expect(followShare(web.graph, new Uint32Array())).toBe(0);
  });
});

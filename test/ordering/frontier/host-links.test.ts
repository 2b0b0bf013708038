import { describe, expect, it } from "vitest";
import { HostLinks } from "../../../src/ordering/frontier/host-links.js";
import { pairsOf } from "../../fixture/pairs.js";

/** Says of each link whether it counts. */
const added = (links: HostLinks, pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([from, to]) => links.add(from, to));
const pairs = pairsOf("0,1 0,1 2,1 1,1 1,0");

describe("HostLinks", () => {
  it("counts each other host once when links are to be distinct", () => {
    const links = new HostLinks(3, true);
    expect(added(links, pairs)).toEqual([true, false, true, false, true]);
    expect([0, 1, 2].map((host) => links.into(host))).toEqual([1, 2, 0]);
  });

  it("counts each link from another host when they are not", () => {
    const links = new HostLinks(3, false);
    expect(added(links, pairs)).toEqual([true, true, true, false, true]);
    expect([0, 1, 2].map((host) => links.into(host))).toEqual([1, 3, 0]);
  });
});

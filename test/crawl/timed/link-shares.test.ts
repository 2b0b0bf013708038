import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedLocal, linkShares, ownedLoads } from "../../../src/crawl/timed/link-shares.js";
import { linkedUrls } from "../../../src/crawl/timed/linked-urls.js";
import { ownerOf } from "../../../src/trace/url-trace.js";
import { campus } from "../../../src/web/campus/campus.js";
import { hostWeb } from "../../../src/web/model/host-web.js";
import { pairsOf } from "../../fixture/pairs.js";
import { anyHostedWeb, hostedWeb } from "./hosted-web.js";

/** Hosts 0, 0, 1, 1, 2; page 0 links to itself, twice to 1, to 2 and to 4; page 2 to 3 and 0; page 4 to 0. */
const links = pairsOf("0,0 0,1 0,1 0,2 0,4 2,3 2,0 4,0");
const { web, hostOf } = hostedWeb([0, 0, 1, 1, 2], links);
const small = linkedUrls(web, { hostOf });

describe("linkShares", () => {
  it("counts a web of three hosts as a hand does", () => {
    const owners = [0, 1, 2].map((host) => ownerOf(small.hostKeys[host], 2));
    const shares = linkShares(small, { processes: 2 });
    // on the host: 0-0, 0-1, 0-1, 2-3; each target once a page leaves out the second 0-1
    expect(shares).toMatchObject({ pages: 5, links: 8, onHost: 4, unique: 7, uniqueOnHost: 3 });
    // besides them: 0-2 and 2-0 between hosts 0 and 1, 0-4 and 4-0 between hosts 0 and 2
    const away = (owners[0] === owners[1] ? 2 : 0) + (owners[0] === owners[2] ? 2 : 0);
    expect(shares.local).toBe(4 + away);
    expect(shares.uniqueLocal).toBe(3 + away);
  });

  it("finds all links local to one process", () => {
    fc.assert(
      fc.property(anyHostedWeb, ({ web: any, hostOf: hosts }) => {
        const {
          links: all,
          local,
          unique,
          uniqueLocal,
        } = linkShares(linkedUrls(any, { hostOf: hosts }), { processes: 1 });
        expect(local).toBe(all);
        expect(uniqueLocal).toBe(unique);
      }),
    );
  });

  it("finds no fewer local links than links on the host, however hosts are dealt", () => {
    fc.assert(
      fc.property(anyHostedWeb, fc.integer({ min: 2, max: 9 }), ({ web: any, hostOf: hosts }, processes) => {
        const shares = linkShares(linkedUrls(any, { hostOf: hosts }), { processes, partitions: 64, copies: 2 });
        expect(shares.local).toBeGreaterThanOrEqual(shares.onHost);
        expect(shares.uniqueLocal).toBeGreaterThanOrEqual(shares.uniqueOnHost);
        expect(shares.local).toBeLessThanOrEqual(shares.links);
      }),
    );
  });

  it("keeps what chance would: links on the host and one in P of the others", () => {
    // 2,000 hosts: the share of pairs of hosts that fall together is 1 / P within about 1 / root(2000)
    const many = linkedUrls(hostWeb({ pages: 20_000, hosts: 2_000, seed: 3 }));
    for (const processes of [4, 16, 100]) {
      const { links: all, local, onHost } = linkShares(many, { processes });
      expect(local / all).toBeCloseTo(expectedLocal(onHost / all, processes), 1.7);
    }
    expect(expectedLocal(0.3, 1)).toBe(1);
    expect(expectedLocal(0.753, 4)).toBeCloseTo(0.815, 3); // the default of hostWeb was chosen so
  });

  it("splits hosts where whole URLs decide, and then keeps one link in P", () => {
    const linked = linkedUrls(campus({ pages: 2000 }));
    const { local, links: all } = linkShares(linked, { processes: 4, by: "url" });
    expect(Math.abs(local / all - 0.25)).toBeLessThan(0.03);
    const owned = ownedLoads(linked, { processes: 4, by: "url" });
    expect(owned.pages.reduce((sum, pages) => sum + pages, 0)).toBe(2000);
    // hosts of more than a few pages are in all four
    expect(owned.hosts.reduce((sum, hosts) => sum + hosts, 0)).toBeGreaterThan(2 * linked.hosts);
  });

  it("keeps all links of one top-level label in one process, in every copy", () => {
    const linked = linkedUrls(campus({ pages: 2000 }));
    const { local, links: all } = linkShares(linked, { processes: 7, by: "top-level", copies: 3 });
    expect(local).toBe(all);
    const { pages } = ownedLoads(linked, { processes: 7, by: "top-level", copies: 3 });
    expect([...pages].filter((count) => count > 0)).toEqual([6000]);
  });

  it("refuses numbers that make no sense, and names without URLs", () => {
    expect(() => linkShares(small, { processes: 0 })).toThrow("processes is a whole number from 1 to 65,536; found 0");
    expect(() => linkShares(small, { processes: 2, copies: 1.5 })).toThrow("copies is a whole number");
    expect(() => linkShares(small, { processes: 2, partitions: 0 })).toThrow("partitions is a whole number");
    expect(() => linkShares(small, { processes: 2, by: "domain" })).toThrow("has no URLs");
  });
});

describe("ownedLoads", () => {
  it("counts each page and host once", () => {
    fc.assert(
      fc.property(anyHostedWeb, fc.integer({ min: 1, max: 9 }), ({ web: any, hostOf: hosts }, processes) => {
        const owned = ownedLoads(linkedUrls(any, { hostOf: hosts }), { processes, copies: 2 });
        expect(owned.pages.reduce((sum, pages) => sum + pages, 0)).toBe(2 * any.graph.size);
        expect(owned.hosts.reduce((sum, count) => sum + count, 0)).toBe(2 * new Set(hosts).size);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dividedEstate, Holdings } from "../../src/cluster/holdings.js";
import { arrived, given, joined, newTable } from "../../src/cluster/table.js";
import type { Estate } from "../../src/fetch/neighbours.js";

const whole = newTable({ name: "a", id: "a" }, { id: "crawl", by: "host", partitions: 4, settings: {} });

describe("what a process holds", () => {
  it("begins with what the table says that it held, what it is to hand over included, and not with what is on its way", () => {
    const shared = joined(whole, { name: "b", id: "b" });
    expect(new Holdings(shared, "a").count).toBe(4);
    const going = shared.parts.flatMap(({ next }, part) => (next === "b" ? [part] : []));
    const sent = given(shared, going);
    expect([new Holdings(sent, "a").count, new Holdings(sent, "b").count]).toEqual([2, 0]);
    expect(new Holdings(arrived(sent, going), "b").count).toBe(2);
  });

  it("changes when it is told to: a part that is expected has its new tenure, and is own once it is gained", () => {
    const holdings = new Holdings(joined(whole, { name: "b", id: "b" }), "b");
    const url = "http://x.example/";
    const part = holdings.partOf(url);
    holdings.expect(part, { tenure: 3, lost: 2 });
    expect([holdings.isOwn(url), holdings.tenureOf(url), holdings.tenure(part)]).toEqual([false, 3, 3]);
    expect(holdings.lost(part)).toBe(2);
    holdings.gain(part);
    expect([holdings.isOwn(url), holdings.count]).toEqual([true, 1]);
    holdings.lose([part]);
    expect([holdings.isOwn(url), holdings.count]).toEqual([false, 0]);
  });
});

describe("an estate divided by parts", () => {
  const host = fc.constantFrom("a.example", "b.example", "c.example", "d.example");
  const urls = fc.array(host.map((name) => ({ url: `http://${name}/1`, depth: 1, hops: 0 })));
  const partOf = (url: string) => url.charCodeAt("http://".length) % 4;

  it("has each URL, host and file once, with its part, in the order in which it was", () => {
    fc.assert(
      fc.property(urls, urls, fc.uniqueArray(host), (waiting, done, names) => {
        const estate: Estate = {
          waiting,
          done,
          hosts: {
            now: 7,
            notBefore: 0,
            scheduler: {
              hosts: names.map((name) => [name, 9, 0, 0, 0, 1, null] as const),
              robots: names.map((name) => [`http://${name}`, 9, null] as const),
              dead: names.map((name) => [name, "down"] as const),
            },
            robots: names.map((name) => [`http://${name}`, "allowed", "", 1, 9] as never),
            sitemaps: names.map((name) => `http://${name}/sitemap`),
          },
        };
        const shares = dividedEstate(estate, [0, 1, 2, 3], partOf);
        expect([...shares.keys()]).toEqual([0, 1, 2, 3]);
        for (const [part, share] of shares) {
          const isIts = (url: string) => partOf(url) === part;
          expect(share.waiting).toEqual(waiting.filter(({ url }) => isIts(url)));
          expect(share.done).toEqual(done.filter(({ url }) => isIts(url)));
          const { scheduler, robots, sitemaps, now } = share.hosts;
          expect(now).toBe(7);
          const found = [
            scheduler.hosts.map(([name]) => `http://${name}`),
            scheduler.robots.map(([origin]) => origin),
            scheduler.dead.map(([name]) => `http://${name}`),
            robots.map(([origin]) => origin),
            sitemaps.map((url) => url.replace("/sitemap", "")),
          ];
          for (const each of found)
            expect(each).toEqual(names.map((name) => `http://${name}`).filter((origin) => isIts(`${origin}/`)));
        }
      }),
    );
  });
});

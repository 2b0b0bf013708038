import { describe, expect, it } from "vitest";
import { replay } from "../../src/crawl/replay.js";
import { breadthFirst } from "../../src/ordering/breadth-first.js";
import { ordering as custom } from "../../src/ordering/custom.js";
import type { OrderingMethod } from "../../src/ordering/ordering.js";
import { similarity } from "../../src/ordering/similarity.js";
import { webOf } from "../../src/web/snapshot/snapshot-web.js";
import { depth } from "../depth.js";
import { simulate } from "./simulate.js";
import { page, type SimulatedPage } from "./simulated-web.js";
import { topicSite } from "./topic-site.js";

const figure4 = similarity("computer", { rule: "figure4" });
const figure5 = similarity("computer", { rule: "figure5", atLeast: 4 });
const figure5InsideBacklink = similarity("computer", { rule: "figure5", inside: "backlink", atLeast: 4 });
const rules: [string, OrderingMethod][] = [
  ["figure 4", figure4],
  ["figure 5 inside backlink", figure5InsideBacklink],
  ["graded", similarity("computer science")],
];
const otherRules: [string, OrderingMethod][] = [
  [
    "figure 4 inside backlink, promoting",
    similarity("computer", { rule: "figure4", inside: "backlink", promote: true }),
  ],
  ["figure 5", figure5],
  ["figure 5 inside PageRank", similarity("computer", { rule: "figure5", inside: "page-rank", atLeast: 4 })],
];
const tried = depth({ everyday: rules, prove: [...rules, ...otherRules] });

const site = topicSite(depth({ everyday: 130, prove: 300 }));
/** Of these pages. */
const some = depth({ everyday: 20, prove: 70 });
const orderOf = (ordering: OrderingMethod) => Array.from(replay(site.web, ordering), site.urlOf);
const polite = { connections: 1, seeds: site.seeds };

describe("a crawl for a topic", () => {
  it.each(tried)("of one connection visits pages in the order of the virtual crawler: %s", async (_, ordering) => {
    const { server, snapshot } = await simulate({ answer: site.answer, options: { ...polite, ordering } });
    expect(server.pages).toEqual(orderOf(ordering)); // on a web without pages outside, redirects and robots.txt
    expect(server.pages).not.toEqual(orderOf(breadthFirst));
    const stored = webOf(snapshot);
    const replayed = Array.from(replay(stored, ordering, { from: [stored.urls?.indexOf(site.seeds[0]) ?? -1] }));
    expect(replayed.map((id) => stored.urls?.at(id))).toEqual(server.pages); // and so does the stored web
  });

  it.each(tried)("that was stopped twice goes on as if it had not been: %s", async (_, ordering) => {
    const options = { ...polite, ordering, nofollow: "obey" as const };
    const first = await simulate({ answer: site.answer, options: { ...options, pages: some } });
    const second = await simulate({
      answer: site.answer,
      options: { ...options, seeds: [], pages: some + 1 },
      out: first.out,
    });
    const third = await simulate({ answer: site.answer, options: { ...options, seeds: [] }, out: first.out });
    expect(third.status.state).toBe("done");
    expect([first, second, third].map(({ server }) => server.pages.length).slice(0, 2)).toEqual([some, 1]);
    expect([first, second, third].flatMap(({ server }) => server.pages)).toEqual(orderOf(ordering));
  });

  it("is not gone on with where no bodies were kept, unless it reads none", async () => {
    const options = { ...polite, pages: 20, store: "none" as const };
    const blind = await simulate({ answer: site.answer, options: { ...options, ordering: figure5 } });
    await expect(
      simulate({ answer: site.answer, options: { ...options, ordering: figure5 }, out: blind.out }),
    ).rejects.toThrow(
      `${blind.out} cannot be resumed by ${figure5.label}: it reads the text of all pages again, and the folder keeps none (store none). Crawl into another folder with store warc`,
    );
    const first = await simulate({ answer: site.answer, options: { ...options, ordering: figure4 } });
    const second = await simulate({
      answer: site.answer,
      options: { ...options, pages: 40, ordering: figure4 },
      out: first.out,
    });
    expect([...first.server.pages, ...second.server.pages]).toEqual(orderOf(figure4).slice(0, 40));
  });

  it("is gone on with by the same query only", async () => {
    const { out } = await simulate({ answer: site.answer, options: { ...polite, pages: 5, ordering: figure5 } });
    const ordering = similarity("admission", { rule: "figure5", atLeast: 4 });
    await expect(simulate({ answer: site.answer, options: { ...polite, ordering }, out })).rejects.toThrow(
      "query computer, and can be resumed only by it; found similarity figure5, inside breadth-first, at least 4, query admission. Say what was said of it then, or name another folder",
    );
  });

  it("goes by the anchor of the right link: those out of scope, and unfollowed ones, are no links", async () => {
    const html =
      '<a href="http://other.example/1">one</a><a href="/cold">two</a><a rel="nofollow" href="/no">computer</a>' +
      '<a href="http://other.example/2">computer</a><a href="/hot">a computer</a><a href="/cool">computers</a>';
    const answer = (url: string): SimulatedPage => ({ body: url.endsWith("/p0") ? html : page("well", []) });
    const options = {
      seeds: ["http://h0.web.example/p0"],
      connections: 1,
      robots: "ignore" as const,
      nofollow: "obey" as const,
      ordering: similarity("computer", { rule: "figure4" }),
    };
    const { server } = await simulate({ answer, options });
    const paths = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname);
    expect(paths(server.pages)).toEqual(["/p0", "/hot", "/cold", "/cool"]);
    const first = await simulate({ answer, options: { ...options, pages: 1 } });
    const second = await simulate({ answer, options, out: first.out });
    expect(paths(second.server.pages)).toEqual(["/hot", "/cold", "/cool"]);
  });

  it("takes what is no page, and where a redirect leads, as without text and anchor", async () => {
    const answer = (url: string): SimulatedPage => {
      const path = new URL(url).pathname;
      if (path === "/p0") return { body: page("computer", ["/gone", "/moved", "/notes"]) };
      if (path === "/moved") return { status: 301, headers: { location: "/there" } };
      if (path === "/notes") return { body: "computer", headers: { "content-type": "text/plain" } };
      return path === "/gone" ? { status: 404, body: page("computer", ["/a"]) } : { body: page("well", []) };
    };
    for (const [, ordering] of tried) {
      const options = { seeds: ["http://h0.web.example/p0"], connections: 1, robots: "ignore" as const, ordering };
      const { server, status } = await simulate({ answer, options });
      expect(status.state).toBe("done");
      expect(server.pages.map((url) => new URL(url).pathname).sort()).toEqual(
        ["/gone", "/moved", "/notes", "/p0", "/there"], // the 404 page's link is none
      );
    }
  });

  it("reads the text of a page that did not change since an earlier crawl, and goes on after a stop", async () => {
    const dated: typeof site.answer = (url, visit, asked) => {
      if (asked["if-none-match"] === '"1"') return { status: 304, headers: { etag: '"1"' } };
      const answer = site.answer(url, visit, asked);
      return answer.status === 404 ? answer : { ...answer, headers: { ...answer.headers, etag: '"1"' } };
    };
    const options = { ...polite, ordering: figure5InsideBacklink };
    const many = 2 * some;
    const old = await simulate({ answer: dated, options: { ...options, pages: many } });
    const again = { ...options, seeds: site.seeds, previous: old.out };
    const whole = await simulate({ answer: dated, options: again });
    expect(whole.status).toMatchObject({
      state: "done",
      statuses: { 304: many, 200: orderOf(breadthFirst).length - many },
    });
    const starts = new Set([...site.seeds, ...old.server.pages]);
    const from = Array.from(starts, (url) => site.idOf.get(url) ?? -1);
    const virtual = Array.from(replay(site.web, options.ordering, { from }), site.urlOf);
    expect(whole.server.pages).toEqual(virtual); // the pages of the earlier crawl are start pages
    const first = await simulate({ answer: dated, options: { ...again, pages: some } });
    const second = await simulate({ answer: dated, options: again, out: first.out });
    expect([...first.server.pages, ...second.server.pages]).toEqual(whole.server.pages);
    const fresh = await simulate({ answer: site.answer, options });
    expect(second.snapshot.links).toBe(fresh.snapshot.links); // one way or the other, the links of each page once
  });

  it("ends when its ordering does, though URLs wait", async () => {
    const ordering = similarity("computer", { rule: "figure4", ends: "one-empty" });
    const { server, status } = await simulate({ answer: site.answer, options: { ...polite, ordering } });
    expect(server.pages).toEqual([]); // Cho et al. 1998, Figure 4, as printed: hot_queue is empty when it begins
    expect(status).toMatchObject({ state: "stopped", frontier: 1 });
  });

  it("ends with the name of the ordering and the page where the ordering fails", async () => {
    const failing: OrderingMethod = {
      ...breadthFirst,
      name: "failing",
      label: "failing",
      needs: ["links", "text"],
      create: (context) => {
        const inner = breadthFirst.create(context);
        return {
          discover: (pages, count) => inner.discover(pages, count),
          next: () => inner.next(),
          reveal(page) {
            if (context.text(page).body.length > 0 && page > 0) throw new TypeError("no such word");
          },
        };
      },
    };
    const second = orderOf(breadthFirst)[1];
    await expect(simulate({ answer: site.answer, options: { ...polite, ordering: failing } })).rejects.toThrow(
      `failing failed at ${second}: no such word`,
    );
    const silent = custom("silent", (each, { text }) => text(each).body.length);
    await expect(simulate({ answer: site.answer, options: { ...polite, ordering: silent } })).rejects.toThrow(
      'reads text and does not say so: give it needs: ["text"]',
    );
  });
});

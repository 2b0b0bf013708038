import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Strings } from "../../src/base/strings.js";
import { judgedWeb } from "../../src/crawl/judge.js";
import { termsOf } from "../../src/page/text/terms-of.js";
import { COLUMNS, numberOfPage } from "../../src/web/columns.js";
import { graphFrom } from "../../src/web/graph/builder.js";
import { siteOf } from "../../src/web/graph/site.js";
import { shuffledPages } from "../../src/web/model/shuffled-pages.js";
import { partOf } from "../../src/web/part.js";
import { portableWeb, webMaterial, webOfMaterial } from "../../src/web/portable.js";
import { changed, type Web } from "../../src/web/web.js";
import { sourceFolder } from "../discover.js";
import { pairsOf } from "../fixture/pairs.js";

const links: [number, number][] = pairsOf("0,1 1,3 1,0 3,4 3,0 4,1 2,1");
const inPlace = links.toSorted(([one], [other]) => one - other);
const hosts = ["b", "a", "b", "a", "a"];

/** A web with every column of the table, and one that nobody knew of. Each value tells its page or its link. */
const web = {
  name: "toy",
  capabilities: ["links", "urls", "titles", "text", "anchors"],
  graph: graphFrom(5, links),
  found: { links: 7, selfLinks: 0, duplicates: 0 },
  sha256: "toy",
  start: 1,
  ids: Uint32Array.of(10, 11, 12, 13, 14),
  urls: Strings.from(hosts.map((host, page) => `http://${host}.example/${page}`)),
  titles: Strings.from(hosts.map((_, page) => `title ${page}`)),
  references: Uint32Array.of(20, 21, 22, 23, 24),
  hostOf: Uint32Array.of(1, 0, 1, 0, 0),
  text: (page: number) => ({ title: "", body: `word${page}` }),
  anchor: (link: number) => inPlace[link].join(" to "),
  nobodysColumn: Uint32Array.of(30, 31, 32, 33, 34),
} as Web & { readonly nobodysColumn: Uint32Array };

const valuesOf = (some: object) => [...((some as { nobodysColumn?: Uint32Array }).nobodysColumn ?? [])];

describe("a column that is new", () => {
  // All that a new column takes: one entry, and what fills it.
  beforeAll(() => void Object.assign(COLUMNS, { nobodysColumn: { ...numberOfPage, isSent: true } }));
  afterAll(() => void Reflect.deleteProperty(COLUMNS, "nobodysColumn"));

  it("follows its pages into a part, a site and a judged web", () => {
    expect(valuesOf(partOf(web, Uint8Array.of(0, 0, 1, 0, 1)).web)).toEqual([32, 34]);
    expect(valuesOf(siteOf(web, "a.example"))).toEqual([31, 33, 34]);
    // 2 is out of reach of 1: the judged pages are 0, 1, 3, 4.
    expect(valuesOf(judgedWeb(web, [1]).web)).toEqual([30, 31, 33, 34]);
    expect(valuesOf(shuffledPages(web))).toEqual([30, 31, 32, 33, 34]);
  });

  it("is given to threads, in memory that they share, and to other machines", () => {
    const given = portableWeb(web);
    expect((given as typeof web).nobodysColumn.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(valuesOf(structuredClone(given))).toEqual([30, 31, 32, 33, 34]); // as a message to a thread is
    const { facts, arrays } = webMaterial(judgedWeb(web, [1]).web);
    const received = webOfMaterial({ facts: JSON.parse(JSON.stringify(facts)), arrays });
    expect(valuesOf(received)).toEqual([30, 31, 33, 34]);
    expect(received.references).toEqual(Uint32Array.of(20, 21, 23, 24));
    expect(Object.keys(received)).not.toContain("ids"); // crawls by links do not read it
  });
});

it("has every column of the table: add yours to it, and what a part is to have of it", () => {
  const elsewhere = ["terms", "allLinks"]; // test/page/text, test/web/snapshot
  expect(Object.keys(COLUMNS).filter((name) => !(name in web || elsewhere.includes(name)))).toEqual([]);
});

describe("partOf", () => {
  const part = partOf(web, Uint8Array.of(1, 1, 0, 1, 0));

  it("gives every column of the table by the numbers of the part, and nothing that is not in the table", () => {
    expect([...part.pages]).toEqual([0, 1, 3]);
    const { ids, references, hostOf, urls, titles } = part.web;
    expect([ids, references, hostOf]).toEqual([
      Uint32Array.of(10, 11, 13),
      Uint32Array.of(20, 21, 23),
      Uint32Array.of(1, 0, 0),
    ]);
    expect([...(urls ?? [])]).toEqual(["http://b.example/0", "http://a.example/1", "http://a.example/3"]);
    expect([...(titles ?? [])]).toEqual(["title 0", "title 1", "title 3"]);
    expect([0, 1, 2].map((page) => part.web.text?.(page).body)).toEqual(["word0", "word1", "word3"]);
    expect([0, 1, 2].map((page) => termsOf(part.web).of(page).body.term(0))).toEqual(["word0", "word1", "word3"]);
    // Of 0 -> 1, 1 -> 3, 1 -> 0, 3 -> 4, 3 -> 0 all but 3 -> 4 stay.
    expect([0, 1, 2, 3].map((link) => part.web.anchor?.(link))).toEqual(["0 to 1", "1 to 3", "1 to 0", "3 to 0"]);
    const asked: number[] = [];
    const told = changed(web, { anchor: (link: number) => `${asked.push(link)}` });
    for (const none of [-1, 4, Number.NaN]) partOf(told, Uint8Array.of(1, 1, 0, 1, 0)).web.anchor?.(none);
    expect(asked).toEqual([-1, -1, -1]); // no link of the part is none of the whole
    expect(valuesOf(part.web)).toEqual([]);
  });

  it("starts where the whole starts, else at its first page; counts its own links", () => {
    expect(part.web.start).toBe(1);
    expect(partOf(web, Uint8Array.of(0, 0, 0, 1, 1)).web.start).toBe(0);
    expect(part.web.found).toEqual({ links: 4, selfLinks: 0, duplicates: 0 });
  });

  it("numbers pages as the source does where the source had no numbers of its own", () => {
    const plain = changed(web, { ids: undefined });
    expect(partOf(plain, Uint8Array.of(0, 0, 1, 0, 1)).web.ids).toEqual(Uint32Array.of(2, 4));
  });
});

describe("the source", () => {
  it("copies no web by hand, but in web.ts", () => {
    const files = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" }).filter((file) => /\.ts$/.test(file));
    const copies = files.filter((file) =>
      /\{ \.\.\.(web|site|part\.web)\b[^.]/.test(readFileSync(join(sourceFolder, file), "utf8")),
    );
    expect(copies.map((file) => file.replaceAll("\\", "/"))).toEqual(["web/web.ts"]);
  });
});

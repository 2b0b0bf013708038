import { describe, expect, it } from "vitest";
import { DoroszLoad } from "../../src/urldb/load.js";
import type { UrlBatch } from "../../src/urldb/url-batch.js";

const textsOf = (batch: UrlBatch): string[] =>
  Array.from({ length: batch.size }, (_, index) => Buffer.from(batch.at(index)).toString("latin1"));
const hostOf = (url: string) => url.split("/")[2];
const pathOf = (url: string) => url.slice(url.indexOf("/", 7) + 1);

const urls = textsOf(new DoroszLoad(1).next(20_000));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("DoroszLoad", () => {
  it("draws http://, a domain and a path over [a-zA-Z/-_], as section 3 has it", () => {
    for (const url of urls) expect(url).toMatch(/^http:\/\/([a-z]{3,10}\.){1,3}[a-z]{2,3}\/[a-zA-Z/_-]{8,40}$/);
    expect(new Set(urls.map(pathOf).join("")).size).toBe(26 + 26 + 3); // every character occurs
  });

  it("draws path lengths from 8 to 40 evenly, so that a URL has about 50 bytes", () => {
    const lengths = urls.map((url) => pathOf(url).length);
    for (let length = 8; length <= 40; length++) {
      const count = lengths.filter((each) => each === length).length;
      // closed form, five sigma
      expect(Math.abs(count - 20_000 / 33), `${length}`).toBeLessThan(5 * Math.sqrt(20_000 / 33));
    }
    // closed form: "http://" 7, two labels of 6.5 and a dot after each 15, a top level 8 / 3, "/" 1, path 24
    expect(Math.abs(mean(urls.map(({ length }) => length)) - (7 + 15 + 8 / 3 + 1 + 24))).toBeLessThan(0.5);
  });

  it("draws letters as often as English has them, and capitals a tenth as often", () => {
    const characters = urls.map(pathOf).join("");
    const share = (wanted: RegExp, of: RegExp) =>
      (characters.match(wanted) ?? []).length / (characters.match(of) ?? []).length;
    // letter frequencies as published by Lewand, Cryptological Mathematics, 2000, in percent
    const english = { e: 12.7, t: 9.1, a: 8.2, o: 7.5, i: 7.0, n: 6.7, s: 6.3, h: 6.1, q: 0.1, z: 0.1 };
    for (const [letter, percent] of Object.entries(english)) {
      expect(100 * share(new RegExp(letter, "g"), /[a-z]/g), letter).toBeCloseTo(percent, 0);
    }
    expect(share(/[A-Z]/g, /[a-z]/g)).toBeGreaterThan(0.09);
    expect(share(/[A-Z]/g, /[a-z]/g)).toBeLessThan(0.13); // rounded up, so that no letter is left out
    const [slash, hyphen, underscore] = [/\//g, /-/g, /_/g].map((mark) => share(mark, /./g));
    expect(slash).toBeGreaterThan(2 * hyphen);
    expect(hyphen).toBeGreaterThan(1.2 * underscore);
  });

  it("has as many different domains as it is told, also where one is drawn twice", () => {
    // seed 3 draws one of its first 10,000 domains twice; 10,000 e^-20 of them would be missed by 200,000 URLs
    expect(new Set(textsOf(new DoroszLoad(3).next(200_000)).map(hostOf)).size).toBe(10_000);
    expect(new Set(textsOf(new DoroszLoad(1, 7).next(1_000)).map(hostOf)).size).toBe(7);
  });

  it("draws each domain as often as another", () => {
    const hosts = textsOf(new DoroszLoad(2, 10).next(20_000)).map(hostOf);
    for (const host of new Set(hosts)) {
      const count = hosts.filter((each) => each === host).length;
      expect(Math.abs(count - 2_000)).toBeLessThan(5 * Math.sqrt(2_000)); // closed form, five sigma
    }
  });

  it("draws hardly any URL twice", () => {
    expect(new Set(urls).size).toBe(urls.length); // regression: the first that repeats come after a hundred thousands
  });

  it("draws the same URLs for the same seed, however many at a time, and others for another", () => {
    const pieces = new DoroszLoad(5);
    const [first, none, rest] = [40, 0, 60].map((count) => textsOf(pieces.next(count)));
    expect(none).toEqual([]);
    expect([...first, ...rest]).toEqual(textsOf(new DoroszLoad(5).next(100)));
    expect(textsOf(new DoroszLoad(6).next(100)).filter((url) => first.includes(url))).toEqual([]);
  });

  it("refuses counts that are none, naming them", () => {
    for (const domains of [0, 1.5, Number.NaN])
      expect(() => new DoroszLoad(1, domains)).toThrow(`domains is a positive integer; found ${domains}`);
    for (const count of [-1, 0.5, Number.NaN])
      expect(() => new DoroszLoad(1, 2).next(count)).toThrow(`count is an integer from 0; found ${count}`);
  });
});

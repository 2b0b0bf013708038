import { STATUS_CODES } from "node:http";
import vm from "node:vm";
import { describe, expect, it } from "vitest";
import type { PageDocument } from "../../src/figure/page/dom.js";
import { charts } from "../../src/monitor/page/charts.js";
import { elements } from "../../src/monitor/page/elements.js";
import { formats } from "../../src/monitor/page/formats.js";
import { html } from "../../src/monitor/page/html.js";
import { missCurves } from "../../src/monitor/page/miss-curves.js";
import { processes } from "../../src/monitor/page/processes.js";
import { script } from "../../src/monitor/page/script.js";
import { stylesheet } from "../../src/monitor/page/stylesheet.js";
import { tables } from "../../src/monitor/page/tables.js";
import { NOON, someCurves, someNear, someProcess, someStatus, suel } from "./fake-crawl.js";

const write = formats();

describe("numbers and texts", () => {
  it("are written with three digits, units and thousands", () => {
    expect([0, 5.34, 56.66, 99.94, 99.96, 812.4, 1204].map(write.rate)).toEqual([
      "0.0",
      "5.3",
      "56.7",
      "99.9",
      "100",
      "812",
      "1,204",
    ]);
    expect([0, 999, 1000, 13_354, 812_000, 999_499, 999_500, 1.85e12, 4e18].map(write.size)).toEqual([
      "0 B",
      "999 B",
      "1.00 kB",
      "13.4 kB",
      "812 kB",
      "999 kB",
      "1.00 MB",
      "1.85 TB",
      "4000 PB",
    ]);
  });

  it("tell a duration by its two largest units, the smaller one rounded down", () => {
    const durations = [
      -5,
      0.9,
      1,
      499.6,
      999.5,
      45_000,
      60_000,
      723_000,
      11_520_000,
      86_400_000,
      (15 * 24 + 20.9) * 3_600_000,
    ];
    expect(durations.map(write.duration)).toEqual([
      "0 s",
      "0 s",
      "1 ms",
      "500 ms",
      "1 s",
      "45 s",
      "1 min",
      "12 min 3 s",
      "3 h 12 min",
      "1 d",
      "15 d 20 h",
    ]);
  });

  it("tell the day only when it is another", () => {
    expect(write.moment(NOON, NOON)).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(write.moment(NOON, NOON, true)).toMatch(/^\d\d:\d\d$/);
    expect(write.moment(NOON - 3 * 86_400_000, NOON)).toMatch(/^1[789] Nov, \d\d:\d\d$/);
  });

  it("show what cannot be seen, or turns the direction of what follows", () => {
    expect(write.foreign("a\u202Ecod.exe\u0000\n\u200B\u2066\uD800")).toBe(
      "a\\u{202e}cod.exe\\u{0}\\u{a}\\u{200b}\\u{2066}\\u{d800}",
    );
    expect(write.foreign("<b>&amp; 日本 é")).toBe("<b>&amp; 日本 é");
    expect(write.foreign("x".repeat(400))).toBe(`${"x".repeat(300)}…`);
  });
});

describe("the tables", () => {
  const { basic, near, responses } = tables(write, STATUS_CODES);

  it("are Shkapenyuk and Suel's Table 4.1 when the crawl is theirs", () => {
    const rows = new Map(basic({ ...someStatus, ...suel }).map(([label, value]) => [label, value]));
    expect(rows.get("HTTP requests")).toBe("161,549,811");
    expect(rows.get("network errors")).toBe("5,873,685");
    expect(rows.get("body-timeout")).toBe("2,288,084"); // their read_timeout_exceeded
    expect(rows.get("robots.txt requests")).toBe("16,933,942");
    expect(rows.get("successful non-robots requests")).toBe("138,742,184");
    expect(rows.get("average size of page")).toBe("13,354 bytes");
    expect(rows.get("total data size")).toBe("1.85 TB");
  });

  it("are their Table 4.2, percentages included", () => {
    expect(responses(suel.statuses, 7).map(({ code, count, percent }) => [code, count, percent])).toEqual([
      ["200", "121,292,132", "87.42 %"],
      ["404", "7,379,633", "5.32 %"],
      ["302", "6,065,464", "4.37 %"],
      ["301", "2,885,665", "2.08 %"],
      ["403", "488,132", "0.35 %"],
      ["401", "413,853", "0.30 %"],
      ["500", "91,891", "0.07 %"],
      ["other", "125,414", "0.09 %"],
    ]);
  });

  it("name near-duplicates and traps where there are any, and what comes from the web as it may be shown", () => {
    const found = (nearDuplicates?: typeof someNear) =>
      near({ ...someStatus, ...(nearDuplicates && { nearDuplicates }) });
    expect(found().map(([, text]) => text)).toEqual([undefined, undefined]);
    expect(found({ ...someNear, unfollowed: 0, traps: [] }).map(([, text]) => text)).toEqual(["1,234", undefined]);
    const [counted, traps] = found(someNear);
    expect(counted).toEqual(["near", "1,234, links of 1,034 not followed", "Near-duplicates"]);
    expect(traps[1]).toBe("http://a.example/cal?m=… (1,084 pages nearly http://a.example/cal?m=\\u{202e}1)");
  });

  it("are empty, and divide by nothing, before the first response", () => {
    expect(responses({ "200": 0 })).toEqual([]);
    expect(responses({ ["9".repeat(21)]: 1 })[0].code).toBe(`${"9".repeat(20)}…`);
    expect(basic({ ...someStatus, statuses: {}, bytes: 0 })).toContainEqual(["average size of page", "–"]);
  });
});

describe("the processes of a crawl", () => {
  const { heading, rows, exchanged } = processes(write);

  it("are told as one where there is one, and since when they are silent", () => {
    expect(heading([someProcess("a")])).toBe("1 of 1 process");
    const heard = [0, NOON - 2000, NOON - 1999].map((time) => rows([someProcess("a", { heard: time })], NOON)[0]);
    expect(heard.map((row) => row[row.length - 1][0])).toEqual(["never", "2 s ago", "now"]);
  });

  it("tell what is theirs alone, and of one that is away not how fast it is", () => {
    const [here, away] = rows([someProcess("a"), someProcess("b", { state: "away" })], NOON);
    const numbers = (texts: string[]) => texts.map((text) => [text, "number"]);
    const [first, last] = [numbers(["1,900", "28.4"]), numbers(["1,000", "900", "3,000 (75 %)", "now"])];
    expect(here.slice(0, 2)).toEqual([
      ["a", "web"],
      ["running", "is-running"],
    ]);
    expect(here.slice(2)).toEqual([
      ...numbers(["16 (100 %)"]),
      ...first,
      ...numbers(["22,839", "8", "156 MB"]),
      ...last,
    ]);
    expect(away[1]).toEqual(["away", "is-away"]);
    expect(away.slice(2, 8)).toEqual(numbers(["16", "1,900", "–", "22,839", "–", "–"]));
  });

  it("have shares where there is something to share", () => {
    const exchange = { foreign: 0, sent: 0, messages: 0, bytes: 0, received: 0, fresh: 0 };
    const [row] = rows([someProcess("a", { partitions: 0, exchange })], NOON);
    expect([row[2], row[10]]).toEqual([
      ["0", "number"],
      ["0", "number"],
    ]);
    expect(exchanged({ ...someStatus, exchange })?.sent).toBe("0 URLs of 0 met, in 0 messages, 0 B");
    expect(exchanged(someStatus)).toBeUndefined();
  });
});

describe("a chart", () => {
  const { ceiling, nearest, paths, withoutZeros } = charts({} as PageDocument, write);

  it("has a round top that is not below its values and less than twice as high", () => {
    expect([0, 0.7, 1, 1.2, 55, 61, 812_000, 9e6].map(ceiling)).toEqual([1, 0.8, 1, 1.5, 60, 80, 1e6, 1e7]);
    for (let value = 0.01; value < 1e6; value *= 1.07) {
      expect(ceiling(value)).toBeGreaterThanOrEqual(value);
      expect(ceiling(value)).toBeLessThan(2 * value);
    }
  });

  it("writes its top without zeros behind the point", () => {
    const tops = ["1.50 MB", "2.00 MB", "60.0 kB", "400 kB", "1.5", "2.0", "1,500", "100"];
    expect(tops.map(withoutZeros)).toEqual(["1.5 MB", "2 MB", "60 kB", "400 kB", "1.5", "2", "1,500", "100"]);
  });

  it("puts time on 300 units from the left and value on 60 from below", () => {
    const points = [0, 500, 1000].map((time) => ({ time, value: time / 100 }));
    // y = 59 - 58 * value / 10
    expect(paths({ points, step: 500, from: 0, to: 1000 }, 10)).toEqual({
      line: "M0.0 59.0L150.0 30.0L300.0 1.0",
      area: "M0.0 60L0.0 59.0L150.0 30.0L300.0 1.0L300.0 60Z",
    });
  });

  it("draws no line over a gap of more than three steps, and nothing outside its time", () => {
    const points = [-1, 0, 1, 2, 6, 10, 11].map((time) => ({ time, value: 0 }));
    const { line } = paths({ points, step: 1, from: 0, to: 10 }, 1);
    expect(line.split("M").slice(1)).toEqual(["0.0 59.0L30.0 59.0L60.0 59.0", "180.0 59.0h0.1", "300.0 59.0h0.1"]);
  });

  it("names the point under the pointer", () => {
    const points = [0, 400, 1000].map((time) => ({ time, value: time }));
    const line = { points, step: 500, from: 0, to: 1000 };
    expect([0, 0.19, 0.21, 0.69, 0.71, 1].map((share) => nearest(line, share)?.time)).toEqual([
      0, 0, 400, 400, 1000, 1000,
    ]);
    expect(nearest({ ...line, from: 500 }, 0.3)?.time).toBe(400); // of 650
    expect(nearest(line, 0.2)?.time).toBe(0); // the earlier of two
    expect(nearest({ ...line, points: [] }, 0.5)).toBeUndefined();
  });
});

describe("a chart on the page", () => {
  const element = () => {
    const attributes: Record<string, string> = {};
    const heard: Record<string, (event: { readonly clientX: number }) => void> = {};
    return {
      attributes,
      heard,
      textContent: "",
      append: () => {},
      setAttribute: (name: string, value: string) => void (attributes[name] = value),
      addEventListener: (name: string, listener: (event: { readonly clientX: number }) => void) => {
        heard[name] = listener;
      },
      getBoundingClientRect: () => ({ left: 100, width: 300 }),
    };
  };
  const page = Object.fromEntries(["p", "p-caption", "p-top", "q", "q-caption"].map((id) => [id, element()]));
  const made: ReturnType<typeof element>[] = [];
  const document = {
    getElementById: (id: string) => page[id] ?? null,
    createElementNS: () => made[made.push(element()) - 1],
  };
  const { chart } = charts(document as unknown as PageDocument, write);

  it("tells its span, its top, and between what its values lie; and under the pointer the one nearest", () => {
    const draw = chart("p", "Pages", (value) => `${value.toFixed(2)}/s`);
    const [svg, , line, pointer] = made;
    for (const each of [line, pointer]) expect(each.attributes["vector-effect"]).toBe("non-scaling-stroke");
    const told = () => [svg.attributes["aria-label"], page["p-top"].textContent, page["p-caption"].textContent];
    const axis = { step: 1000, from: NOON, to: NOON + 2000 };
    draw({ points: [], ...axis }, "last 10 min");
    expect(told()).toEqual(["Pages, last 10 min: nothing measured yet", "0–1/s", "last 10 min"]);
    const values = [9, 0.2, 0.3];
    draw({ points: values.map((value, i) => ({ time: NOON - 1000 + 1000 * i, value })), ...axis }, "last 10 min");
    expect(told()).toEqual(["Pages, last 10 min: between 0.20/s and 0.30/s", "0–0.3/s", "last 10 min"]);
    expect(pointer.attributes.d).toBe("M-9.0 0V60");
    svg.heard.pointermove({ clientX: 100 + 160 });
    expect(page["p-caption"].textContent).toBe(`${write.moment(NOON + 1000, NOON + 2000)}: 0.30/s`);
    expect(pointer.attributes.d).toBe("M150.0 0V60");
    svg.heard.pointerleave({ clientX: 0 });
    expect(page["p-caption"].textContent).toBe("last 10 min");
  });

  it("is refused where its place, its caption or its scale is not there", () => {
    for (const id of ["none", "q"]) expect(() => chart(id, "", String)).toThrow(`the page has no chart "${id}"`);
  });
});

describe("the curves of URL caches", () => {
  const none = {} as PageDocument;
  const { curvesOf, sizesOf, path, halfWay, nearest, inShort } = missCurves(none, write, elements(none, String).get);
  const [clock, fifo] = curvesOf([someCurves]);

  it("end at the first size that holds all URLs", () => {
    expect(clock.sizes).toEqual([1, 2, 4, 8, 16, 32]); // 30 URLs
    expect(curvesOf([{ ...someCurves, distinct: 1000 }])[0].sizes).toEqual(someCurves.sizes);
  });

  it("put sizes on a logarithmic scale from 46 to 410, and shares on 156 units from below", () => {
    const all = sizesOf([clock, fifo]);
    expect(all).toEqual(clock.sizes);
    // x = 46 + 364 * log2(size) / 5, y = 164 - 156 * rate
    expect(path(clock, all)).toBe("M46.0 8.0L118.8 23.6L191.6 39.2L264.4 86.0L337.2 132.8L410.0 163.1");
    expect([0, 0.29, 0.31, 1].map((share) => nearest(share, all))).toEqual([1, 2, 4, 32]);
    expect(path({ ...clock, sizes: [4, 6], missRates: [1, 0] }, [4, 6])).toBe("M46.0 8.0L410.0 164.0");
    expect(path({ ...clock, sizes: [4] }, [4])).toBe("M46.0 8.0");
  });

  it("have no line where nothing is known", () => {
    expect(path(fifo, clock.sizes)).toMatch(/^M191\.6 /);
    const missRates = [1, null, 0.5, 0.4, null, 0.1];
    expect(
      path({ ...clock, missRates }, clock.sizes)
        .match(/[ML]/g)
        ?.join(""),
    ).toBe("MMLM");
  });

  it("tell where they are half-way down, and sizes in short", () => {
    expect([halfWay(clock), halfWay(fifo)]).toEqual([8, 16]); // (1 + 0.006) / 2, (0.85 + 0.006) / 2
    expect(halfWay({ ...clock, missRates: [] })).toBeUndefined();
    expect([1, 512, 1024, 16_384, 2 ** 20, 2 ** 25].map(inShort)).toEqual(["1", "512", "1k", "16k", "1M", "32M"]);
  });

  it("name the experiment from the second on", () => {
    expect(curvesOf([someCurves, someCurves]).map(({ policy }) => policy)).toEqual([
      "CLOCK",
      "FIFO",
      "CLOCK, experiment 2",
      "FIFO, experiment 2",
    ]);
  });
});

describe("the page", () => {
  it("has a script that a browser can parse, made of closed functions", () => {
    expect(() => new vm.Script(script)).not.toThrow();
    expect(script).not.toMatch(/__vite|\brequire\(|\bimport\b|\bexport\b/);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function/);
  });

  it("holds no script, style or handler in its markup, and names nothing elsewhere", () => {
    expect(html).not.toMatch(/\son\w+=|\sstyle=|<style|javascript:|https?:/);
    expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script type="module" src="page.js">']);
    expect(stylesheet).not.toMatch(/@import|url\(|https?:/);
  });

  it("gives every id once, and those that its script asks for", () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(50);
    expect(new Set(ids).size).toBe(ids.length);
    const asked = [...script.matchAll(/\b(?:get|tell)\("([^"]+)"/g)].map(([, id]) => id);
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("names every fact", () => {
    const names = [...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !/^[A-Z]/.test(name))).toEqual([]);
  });

  it("writes its texts in colours of contrast 4.5 and more, light and dark (WCAG 2.2, 1.4.3)", () => {
    const channel = (hex: string) => {
      const value = Number.parseInt(hex, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    const luminance = (color: string) => {
      const digits = color.length === 4 ? [...color.slice(1)].map((each) => each + each) : color.slice(1).match(/../g)!;
      const [red, green, blue] = digits.map(channel);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ofDark = /@media \(prefers-color-scheme: dark\) \{.*?\n\}/gs;
    const [light, dark] = [stylesheet.replace(ofDark, ""), (stylesheet.match(ofDark) ?? []).join("\n")];
    for (const part of [light, dark]) {
      const colors = new Map([...part.matchAll(/--(\w+): (#[0-9a-f]+)/g)].map(([, name, color]) => [name, color]));
      const contrast = (a: string, b: string) => {
        const [low, high] = [luminance(colors.get(a)!), luminance(colors.get(b)!)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
      };
      for (const ink of ["ink", "soft", "link", "good", "warn", "bad"]) {
        for (const ground of ["ground", "card", "field"])
          expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast("edge", "card"), "edges of buttons (1.4.11)").toBeGreaterThanOrEqual(3);
    }
  });
});

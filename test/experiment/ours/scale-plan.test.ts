import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COSTS } from "../../../src/experiment/ours/scale-costs.js";
import { messagesFor, type ScalePlanOptions, scalePlan } from "../../../src/experiment/ours/scale-plan.js";
import { inShort, planRow } from "../../../src/experiment/ours/scale-rows.js";

const sizes = [1e6, 1e7, 1e8, 1e9];
const paper = readFileSync(new URL("../../../docs/scale.md", import.meta.url), "utf8");
const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

describe("scalePlan", () => {
  it("is what a hand multiplies for 10^9 pages in 30 days", () => {
    const plan = scalePlan(1e9);
    expect(plan.pagesPerSecond).toBeCloseTo(1e9 / (30 * 86_400), 9);
    expect(plan.urls).toBeCloseTo(1e9 * 62.55 * 0.2, -3);
    // 12.51 own URLs and 62.55 x 0.247 x 190 / 191 x 0.2 sent ones a page, of 52.5 bytes, in snapshots of 4 GiB
    const perPage = 12.51 + 62.55 * 0.247 * (190 / 191) * 0.2;
    expect(plan.processes).toBe(Math.ceil((1e9 * perPage * 52.5) / (2 ** 32 - 1)));
    expect(plan.pagesPerSnapshot).toBeCloseTo((2 ** 32 - 1) / (perPage * 52.5), 3);
    expect(plan.machines).toBe(Math.ceil(191 / 8));
    expect(plan.cross).toBeCloseTo(0.247 * (190 / 191), 9);
    expect(plan.sentPerSecond).toBeCloseTo((plan.metPerSecond * plan.cross) / 5, 6);
    expect(plan.openHosts).toBeCloseTo(30 * plan.pagesPerSecond, 6);
    expect(plan.memory).toBeCloseTo(191 * 0.3e9 + 1e9 * (perPage * 27 + 12.51 * 3.6 + 35), -4);
    const disk = 4_344 + 427 + 62.55 * 36 + perPage * 60.5 + 12.51 * 51;
    expect(plan.disk).toBeCloseTo(1e9 * disk, -4);
  });

  it("sends nothing from one process, and no more URLs than it meets from many", () => {
    expect(scalePlan(1e6)).toMatchObject({
      processes: 1,
      cross: 0,
      sentPerSecond: 0,
      messagesPerSecond: 0,
      limit: "nothing",
    });
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e11, noNaN: true }),
        fc.double({ min: 1, max: 100, noNaN: true }),
        (pages, linksPerPage) => {
          const plan = scalePlan(pages, { linksPerPage });
          expect(plan.sentPerSecond).toBeLessThanOrEqual(plan.metPerSecond);
          expect(plan.messagesPerSecond).toBeLessThanOrEqual(plan.sentPerSecond * (1 + 1e-9));
          expect(plan.partitions).toBeGreaterThanOrEqual(4 * plan.processes);
        },
      ),
    );
  });

  it("gives each process what it can hold: text, a core, and no more than its machines' memory and disk", () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e11, noNaN: true }), fc.integer({ min: 1, max: 60 }), (pages, days) => {
        const { processes, machines, memory, disk, cores, pagesPerSnapshot } = scalePlan(pages, { days });
        expect(processes * pagesPerSnapshot).toBeGreaterThanOrEqual(pages * (1 - 1e-9));
        expect(processes).toBeGreaterThanOrEqual(Math.max(cores, machines));
        expect(machines * 64e9).toBeGreaterThanOrEqual(memory);
        expect(machines * 8e12).toBeGreaterThanOrEqual(disk);
        expect(8 * machines).toBeGreaterThanOrEqual(processes);
      }),
    );
  });

  it("needs no fewer processes and machines for more pages", () => {
    const plans = [1e5, 1e6, 1e7, 3e7, 1e8, 1e9, 1e10].map((pages) => scalePlan(pages));
    for (const [i, plan] of plans.slice(1).entries()) {
      expect(plan.processes).toBeGreaterThanOrEqual(plans[i].processes);
      expect(plan.machines).toBeGreaterThanOrEqual(plans[i].machines);
    }
  });

  it("asks for processors where days are few, and for memory where texts have no bound", () => {
    expect(scalePlan(1e9, { days: 0.01, linksPerPage: 1 })).toMatchObject({ limit: "processor" });
    expect(scalePlan(1e9, { urlText: Number.POSITIVE_INFINITY })).toMatchObject({ limit: "memory" });
    expect(scalePlan(1e9, { linksPerPage: 1, machine: { cores: 8, memory: 1e15, disk: 1e11 } })).toMatchObject({
      limit: "disk",
    });
  });

  it("refuses numbers that make no sense, naming them", () => {
    expect(() => scalePlan(0)).toThrow("pages is a number above 0; found 0");
    expect(() => scalePlan(1, { days: -1 })).toThrow("days is a number above 0");
    expect(() => scalePlan(1, { linksPerPage: Number.NaN })).toThrow("linksPerPage");
    expect(() => scalePlan(1, { machine: { cores: 0, memory: 1, disk: 1 } })).toThrow("cores");
  });
});

describe("messagesFor", () => {
  it("sends URLs one by one when they are few, and full batches when they are many", () => {
    expect(messagesFor(0, 64)).toBe(0);
    expect(messagesFor(10, 0)).toBe(0);
    expect(messagesFor(0.01, 1000) / 0.01).toBeCloseTo(1, 1);
    expect(messagesFor(1e9, 64)).toBe(1e6); // 1,000 a message
    expect(messagesFor(5000, 64)).toBeCloseTo(64 / 0.5, 3); // 2,500 URLs touch each of 64 parts within 0.5 s
  });

  it("counts the parts that get a URL as a hand does", () => {
    // 2 URLs within 0.5 s over 4 parts: 1 part with chance 1/4, else 2
    expect(messagesFor(4, 4) * 0.5).toBeCloseTo(0.25 + 2 * 0.75, 12);
  });
});

describe("inShort", () => {
  it("keeps two digits, three where they stand before the point", () => {
    const cases = [
      [0, "0"],
      [0.000298, "0.0003"],
      [3.86, "3.9"],
      [38.58, "39"],
      [386.4, "386"],
      [1186, "1.2 k"],
      [24_131, "24 k"],
      [9.1e12, "9.1 T"],
      [1.2e16, "12 P"],
    ] as const;
    for (const [value, text] of cases) expect(inShort(value)).toBe(text);
  });
});

describe("docs/scale.md", () => {
  it("shows what scalePlan gives for 62.55 and 8 links a page", () => {
    for (const options of [{}, { linksPerPage: 8 }])
      for (const pages of sizes) expect(paper).toContain(line(Object.values(planRow(scalePlan(pages, options)))));
    expect(paper).toContain(line(Object.keys(planRow(scalePlan(1)))));
  });

  it("shows what each way out would leave", () => {
    const free = { urlText: Number.POSITIVE_INFINITY };
    const ways: readonly (readonly [name: string, options: ScalePlanOptions])[] = [
      ["as it is", {}],
      ["21 links a page, as in uci-ics-2019", { linksPerPage: 21 }],
      ["as it is, in 10 days", { days: 10 }],
      ["as it is, in one day", { days: 1 }],
      ["ends of URLs of 64 bits", free],
      ["and Mercator's table of 5.47 bytes per URL in memory", { ...free, memoryPerUrl: 5.47 }],
      ["and its sorted file on disk: 4.9 bytes, 1.06 µs per URL", { ...free, memoryPerUrl: 0 }],
    ];
    for (const [name, options] of ways) {
      const row = planRow(scalePlan(1e9, options));
      const cells = ["processes", "machines", "memory", "disk", "URLs sent/s", "messages/s"].map((key) => row[key]);
      expect(paper).toContain(line([name, ...cells]));
    }
  });

  it("says at how many pages a process meets its limits", () => {
    const millions = (pages: number, digits = 2) => `${Number((pages / 1e6).toPrecision(digits))} million`;
    const [wide, narrow] = [{}, { linksPerPage: 8 }].map((options) => scalePlan(1e9, options));
    expect(paper).toContain(`at ${millions(wide.pagesPerSnapshot)} pages (${millions(narrow.pagesPerSnapshot)})`);
    expect(paper).toContain(`${millions(COSTS.urlText / COSTS.urlBytes)} of 52.5 bytes`);
    expect(paper).toContain(`at ${millions(2 ** 30 / 62.55)} pages (${millions(2 ** 30 / 8, 3)})`);
    const perPage = [wide, narrow].map(
      ({ memory, processes, pages }) => (memory - processes * COSTS.memoryPerProcess) / pages,
    );
    const fits = perPage.map((bytes) => millions((64e9 - COSTS.memoryPerProcess) / bytes, 3));
    expect(paper).toContain(`at ${fits[0]} pages (${fits[1]})`);
    expect(paper).toContain(`some ${(wide.pagesPerSecond / wide.cores / 1000).toFixed(2).replace(".", ",")}0 pages/s`);
  });
});

it("a row is made of a plan alone", () => {
  for (const wrong of [undefined, null, 1e9, {}])
    expect(() => planRow(wrong as never)).toThrow("planRow takes a plan: planRow(scalePlan(1e9)); found");
});

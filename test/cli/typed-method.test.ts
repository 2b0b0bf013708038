import { describe, expect, it } from "vitest";
import { option, problem } from "../../src/base/error.js";
import type { OptionRule } from "../../src/base/method.js";
import { FAMILIES } from "../../src/cli/families.js";
import { caches } from "../../src/cli/family/caches.js";
import { importances } from "../../src/cli/family/importances.js";
import { models } from "../../src/cli/family/models.js";
import { orderings } from "../../src/cli/family/orderings.js";
import { importanceNamed } from "../../src/cli/importance-flags.js";
import { orderingNamed, orderingTakers } from "../../src/cli/ordering-flags.js";
import { shareOut } from "../../src/cli/share-out.js";
import {
  hyphened,
  type Listed,
  type MethodFamily,
  methodsTyped,
  methodTyped,
  namesOf,
  online,
} from "../../src/cli/typed-method.js";
import { Desk } from "./command.js";

const desk = new Desk();

type Made = { readonly label: string; readonly options: object };

/** What a command makes of what was typed. */
const made = <M>(text: string, family: MethodFamily<M>) => {
  const { method, chosen } = methodTyped(text, family);
  return method.make(chosen, "computer") as Made;
};

/** Values that a person may type for an option: those that contracts try. */
const valuesOf = (rule: OptionRule): readonly unknown[] => (rule.samples.length > 0 ? rule.samples : [3]);

/** The method with an option, or undefined where that goes with other choices only. */
const withOption = (method: Listed<unknown>, option: string, value: unknown) => {
  try {
    return method.make({ [option]: value }, "computer") as Made;
  } catch {
    return undefined;
  }
};

/** What no word can stand for, and has a flag of its own: --idf-from opens a web. */
const BY_FLAG: ReadonlySet<string> = new Set(["idfFrom"]);

describe.each(FAMILIES)("$all", (family) => {
  it("are taken by their names, in any case and without hyphens", () => {
    expect(family.methods.length).toBeGreaterThanOrEqual(5);
    for (const method of family.methods) {
      for (const name of [method.name, method.name.toUpperCase(), method.name.replaceAll("-", "")])
        expect(methodTyped(name, family).method, name).toBe(method);
    }
  });

  it("have every declared option behind a colon, as declared and with hyphens, with every value that contracts try", () => {
    let options = 0;
    for (const method of family.methods)
      for (const [option, rule] of Object.entries(method.declared)) {
        if (BY_FLAG.has(option)) continue;
        expect(rule.kind, `${method.name} ${option}: a kind that can be typed`).not.toBe("other");
        for (const value of valuesOf(rule)) {
          const typed = [option, hyphened(option)].map((name) => `${method.name}:${name}=${value}`);
          for (const text of typed) expect(methodTyped(text, family).chosen, text).toEqual({ [option]: value });
          const expected = withOption(method, option, value);
          if (!expected) continue;
          for (const text of typed) expect(made(text, family).label, text).toBe(expected.label);
          options++;
        }
      }
    expect(options).toBeGreaterThanOrEqual(4);
  });

  it("refuse an option that there is not, with the nearest first, and values of no sense", () => {
    for (const { name, declared } of family.methods) {
      expect(() => methodTyped(`${name}:no-such-option=1`, family)).toThrow(
        /: no option "no-such-option"\. .*It takes /,
      );
      for (const option of Object.keys(declared)) {
        if (declared[option].kind === "text") continue; // takes any
        expect(() => methodTyped(`${name}:${option}=neither`, family), option).toThrow(`${hyphened(option)} `);
      }
    }
  });
});

describe("a method as it is typed", () => {
  const chosen = (text: string, family: MethodFamily<unknown> = orderings) => methodTyped(text, family).chosen;

  it("has several options, words without hyphens, shares in percent, flags alone", () => {
    expect(chosen("opic:cash=startpages:ties=lifo")).toEqual({ cash: "start-pages", ties: "lifo" });
    expect(chosen("page-rank:damping=85%")).toEqual({ damping: 0.85 });
    expect(chosen("location:fewer-slashes")).toEqual({ fewerSlashes: true });
    expect(chosen("location:fewer-slashes=no")).toEqual({ fewerSlashes: false });
    for (const all of ["Infinity", "∞"])
      expect(chosen(`harvest:window=${all}`, models)).toEqual({ window: Number.POSITIVE_INFINITY });
  });

  it("stands among others with commas between, and a comma or a colon of a value has a backslash before it", () => {
    const typed = methodsTyped("location:contains=a\\,b\\:c\\\\d,backlink:ties=lifo, dfs", orderings);
    expect(typed.map(({ method, chosen }) => [method.name, chosen])).toEqual([
      ["location", { contains: "a,b:c\\d" }],
      ["backlink", { ties: "lifo" }],
      ["depth-first", {}],
    ]);
  });

  it("may have a name that has a choice made, or that says an option as labels do", () => {
    expect(made("clock-marked", caches).label).toBe(made("clock:newcomer=marked", caches).label);
    expect(made("2Q:remembered=1", caches).label).toBe("2Q, remembered 1");
    expect(made("ndcg-at-7:gain=exponential", models).label).toBe("ndcg at 7, exponential gain");
    expect(made("opic-cash-start-pages", orderings).label).toBe(made("opic:cash=start-pages", orderings).label);
    expect(() => methodTyped("clock-marked:newcomer=unmarked", caches)).toThrow("newcomer is given twice");
  });
});

describe("an option behind a colon", () => {
  it("outranks the flag, for that ordering alone", () => {
    const flags = { ties: "random", reorderEvery: 5 } as const;
    expect(orderingNamed("backlink:ties=lifo", flags).label).toBe("backlink, ties lifo, reorder every 5");
    expect(orderingNamed("backlink", flags).label).toBe("backlink, ties random, reorder every 5");
    const topic = { query: "computer", rule: ["figure4"], decay: 0.25 };
    expect(orderingNamed("similarity:rule=graded:decay=0.75", topic).options).toMatchObject({
      rule: "graded",
      decay: 0.75,
    });
  });

  it("goes with each of the orderings that a list of rules makes", () => {
    const flags = { query: "computer", rule: ["figure4", "figure5"], inside: ["backlink"] };
    const takers = orderingTakers("similarity:ties=lifo", flags);
    expect(takers.map(({ chosen }) => chosen)).toEqual([
      { ties: "lifo", rule: "figure4", inside: "backlink" },
      { ties: "lifo", rule: "figure5", inside: "backlink" },
    ]);
  });

  it("is named as it was typed where it does not go with another choice", () => {
    const named = () => orderingNamed("similarity:rule=figure5:decay=0.3", { query: "computer" });
    expect(named).toThrow("similarity: decay goes with rule graded; the rule is figure5");
  });

  it("gives importances theirs, and their threshold", () => {
    const { label, hotAt } = importanceNamed({ importance: "page-rank:damping=0.5:hot-at=3", hot: 7 }, 10);
    expect([label, hotAt]).toEqual(["page-rank, damping 0.5", 3]);
    expect(importanceNamed({ importance: "relevance:rule=cosine:idf=log", query: "computer" }).label).toBe(
      "relevance to computer, cosine, idf log",
    );
    expect(importances.methods.map(({ name }) => name)).toContain("closeness");
  });

  it("reaches each command", async () => {
    const said = (...words: string[]) => desk.good([...words, "--json"]);
    const web = ["campus", "--pages", "200"];
    const compared = JSON.parse(
      await said(
        "compare",
        ...web,
        "--by",
        "opic:ties=lifo,opic:cash=start-pages",
        "--model",
        "buffer:size=20",
        "--no-cache",
      ),
    );
    expect(compared.summary.map(({ ordering }: { ordering: string }) => ordering)).toEqual([
      "opic, ties lifo",
      "opic, cash start-pages, ties fifo",
    ]);
    expect(compared.provenance.model).toBe("buffer 20, flush by backlinks");
    const fresh = await said("freshness", ...web, "--policies", "optimal:of=importance", "--rates", "gamma:shape=2");
    expect(JSON.parse(fresh)).toMatchObject({
      rates: "gamma, shape 2",
      rows: [{ policy: "optimal, of importance" }, {}],
    });
  });
});

describe("crawlbench methods", () => {
  it("tells all families and their methods", async () => {
    const text = await desk.good(["methods"]);
    for (const { all, methods, shown } of FAMILIES)
      for (const name of [all, ...methods.map((each) => shown?.[each.name] ?? each.name)]) expect(text).toContain(name);
  });

  it("tells every option with its values, default and sentence, in at most 110 columns", async () => {
    const text = await desk.good(["methods", ...FAMILIES.map(({ all }) => all)]);
    expect(text.split("\n").filter((line) => line.length > 110)).toEqual([]);
    const flat = text.replace(/\s+/g, " ");
    for (const { methods, shown = {} } of FAMILIES)
      for (const { name, source, declared } of methods) {
        expect(flat).toContain(`${shown[name] ?? name}: ${source}`);
        for (const [option, { says, takes }] of Object.entries(declared))
          expect(flat).toContain(`${hyphened(option)} ${says} ${takes}`);
      }
  });

  it("gives the same as data, of one method too", async () => {
    const rows = JSON.parse(await desk.good(["methods", "--json"]));
    expect(rows.length).toBe(FAMILIES.flatMap(({ methods }) => methods).length);
    const [row] = JSON.parse(await desk.good(["methods", "2q", "--json"]));
    expect(row).toMatchObject({ family: "caches", name: "two-q", flag: "--policies" });
    expect(row.options[0]).toEqual({
      option: "newcomers",
      kind: "number",
      takes: "a share of the entries, in [0, 1)",
      default: 0.25,
      says: "Kin: entries in the queue of newcomers A1in, rounded down",
    });
  });

  it("is where the help of each flag sends who wants the options, with all names that it takes", async () => {
    for (const family of FAMILIES)
      for (const command of family.commands.split(", ")) {
        const help = (await desk.good([...command.split(" "), "--help"])).replace(/\s+/g, " ");
        const [, told] = help.split(` ${family.flag} <`);
        const [names] = told.split(`crawlbench methods ${family.all}`);
        expect(names, `${command} ${family.flag}`).not.toContain(" --");
        const taken = namesOf(command === "crawl" ? online(orderings) : family);
        for (const name of taken) expect(names, command).toContain(name);
      }
  });
});

it("an option that several flags set is named by the one that was typed, else by the first of them", () => {
  const options = { rule: "rule", relevanceRule: "rule" };
  const make = () => {
    throw problem.option`${option("rule")} is missing`;
  };
  const share = (used: readonly string[]) =>
    shareOut([{ options, chosen: {}, typed: [], used, alternatives: [], make }], {}, () => {});
  expect(() => share([])).toThrow("--rule is missing");
  expect(() => share(["relevanceRule"])).toThrow("--relevance-rule is missing");
});

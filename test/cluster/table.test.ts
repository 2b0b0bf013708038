import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arrived,
  begun,
  type CrawlTable,
  done,
  following,
  given,
  gone,
  joined,
  leaving,
  lost,
  newTable,
  owes,
  type Part,
  readTable,
  sentAgain,
  sharesOf,
  tableBytes,
  united,
  withdrawn,
} from "../../src/cluster/table.js";
import { coded } from "../fixture/problems.js";

const NAMES = ["a", "b", "c", "d", "e"];

const tableOf = (partitions: number): CrawlTable =>
  newTable({ name: "a", id: "id a" }, { id: "crawl-1", by: "host", partitions, settings: { links: "all" } });

const join = (table: CrawlTable, name: string) => joined(table, { name, id: `id ${name}` });

/** Numbers of the parts of which something holds. */
const numbersOf = ({ parts }: CrawlTable, isIt: (part: Part) => boolean): number[] =>
  parts.flatMap((part, number) => (isIt(part) ? [number] : []));

/** What an owner may give away: what it has wholly. */
const going = (table: CrawlTable) => numbersOf(table, ({ next, phase }) => next !== undefined && phase === "held");

type Step = readonly [kind: (typeof KINDS)[number], name: string, choice: number];

const KINDS = ["joined", "leaving", "gone", "given", "arrived", "lost", "begun", "sent again"] as const;

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(fc.constantFrom(...KINDS), fc.constantFrom(...NAMES), fc.nat(2 ** 31)),
  { maxLength: 40 },
);

/** Does one step as the processes of a crawl and its operator would. @param choice which of the parts, bit by bit */
function after(table: CrawlTable, [kind, name, choice]: Step): CrawlTable {
  const chosen = (numbers: readonly number[]) => numbers.filter((_, at) => (choice >> (at % 31)) & 1);
  const arriving = numbersOf(table, ({ phase }) => phase === "arriving");
  if (kind === "joined") return join(table, name);
  if (kind === "leaving") return leaving(table, name);
  if (kind === "gone") return gone(table, name);
  if (kind === "lost") return lost(table, name);
  if (kind === "begun") return begun(table, { name, id: `id ${name}` });
  if (kind === "sent again") return sentAgain(table);
  return kind === "given" ? given(table, chosen(going(table))) : arrived(table, chosen(arriving));
}

/** Calls back with the tables before and after each step. */
function walk(check: (before: CrawlTable, after: CrawlTable, step: Step) => void): void {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), steps, (partitions, taken) => {
      let table = tableOf(partitions);
      for (const step of taken) {
        const next = after(table, step);
        check(table, next, step);
        table = next;
      }
    }),
    { numRuns: 150 },
  );
}

const stayingIn = ({ members }: CrawlTable) => Object.keys(members).filter((name) => !members[name].isLeaving);

describe("the table of a crawl, whatever its processes do", () => {
  it("gives every part to one process that is of the crawl, and sends none to its own owner", () => {
    walk((before, { parts, members }) => {
      expect(parts.length).toBe(before.parts.length);
      const known = new Set([...Object.keys(members), undefined]);
      expect(parts.filter(({ owner }) => !Object.hasOwn(members, owner))).toEqual([]);
      expect(parts.filter(({ owner, next }) => !known.has(next) || next === owner)).toEqual([]);
    });
  });

  it("shares parts out evenly, give or take one, whenever somebody comes, goes or is lost, and gives none to who leaves", () => {
    walk((before, table, [kind]) => {
      if (kind !== "joined" && (table === before || (kind !== "leaving" && kind !== "lost"))) return;
      const shares = sharesOf(table);
      const counts = stayingIn(table).map((name) => shares.get(name) ?? 0);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(table.parts.length);
    });
  });

  it("changes who has a part by giving it to its next, and by losing its owner, alone", () => {
    walk((before, { parts }, [kind, name]) => {
      for (const [number, { owner }] of parts.entries()) {
        const former = before.parts[number];
        if (owner === former.owner) continue;
        if (kind === "given") expect(owner).toBe(former.next);
        else expect([kind, former.owner]).toEqual(["lost", name]);
      }
    });
  });

  it("counts each change of owner once, and each part that is begun anew, and never back", () => {
    walk((before, { parts }, [kind, name]) => {
      for (const [number, { owner, tenure, lost: losses }] of parts.entries()) {
        const former = before.parts[number];
        const isAnew = kind === "lost" && losses > former.lost;
        expect(tenure - former.tenure).toBe(owner !== former.owner || isAnew ? 1 : 0);
        expect(losses === former.lost || losses === former.lost + 1).toBe(true);
        // an owner that is there begins anew with what the lost one had before it
        if (isAnew && former.owner !== name) expect(former.former).toContain(name);
      }
    });
  });

  it("moves no more parts than one process's share when one joins, and takes no part that is under way back to be sent twice", () => {
    walk((before, table, [kind, name]) => {
      if (kind !== "joined" || before.members[name] !== undefined) return;
      const moved = numbersOf(table, ({ next }) => next === name);
      expect(moved.length).toBeLessThanOrEqual(Math.ceil(table.parts.length / stayingIn(table).length));
      const others = table.parts.filter(({ next }, number) => next !== before.parts[number].next && next !== name);
      expect(others).toEqual([]);
    });
  });

  it("is the same when a process joins twice", () => {
    walk((_, table, [kind, name]) => {
      if (kind === "joined") expect(join(table, name)).toEqual(table);
    });
  });

  it("is read as it was written", () => {
    walk((_, table) => expect(readTable(tableBytes(table))).toEqual(table));
  });

  it("has nobody who leaves once all that was asked for is done, and all parts are held", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), steps, (partitions, taken) => {
        let table = taken.reduce(after, tableOf(partitions));
        for (let round = 0; round < 3; round++) {
          table = arrived(table, [...table.parts.keys()]);
          table = given(table, going(table));
        }
        for (const name of Object.keys(table.members)) if (table.members[name].isLeaving) table = gone(table, name);
        expect(stayingIn(table)).toEqual(Object.keys(table.members));
        const all = new Set(arrived(table, [...table.parts.keys()]).parts.map(({ phase, next }) => `${phase} ${next}`));
        expect([...all]).toEqual(["held undefined"]);
      }),
    );
  });
});

describe("the table of a crawl", () => {
  it("of 7 parts gives 3 of them to the second process, by the least moves, and one more of each to the third", () => {
    const two = join(tableOf(7), "b");
    expect(sharesOf(two)).toEqual(
      new Map([
        ["a", 4],
        ["b", 3],
      ]),
    );
    expect(two.parts.every(({ owner }) => owner === "a")).toBe(true); // until they are given
    const three = join(arrived(given(two, going(two)), [0, 1, 2, 3, 4, 5, 6]), "c");
    expect(sharesOf(three)).toEqual(
      new Map([
        ["a", 3],
        ["b", 2],
        ["c", 2],
      ]),
    );
    expect(numbersOf(three, ({ next }) => next !== undefined).length).toBe(2); // one of a, one of b
  });

  it("gives parts back that were on their way to a process that leaves, without a move", () => {
    const two = join(tableOf(4), "b");
    expect(leaving(two, "b").parts).toEqual(tableOf(4).parts);
  });

  it("keeps a part that arrives with whoever it arrives at, until it may go on", () => {
    const two = join(tableOf(2), "b");
    const [moved] = going(two);
    const leaves = leaving(given(two, [moved]), "b");
    expect(leaves.parts[moved]).toEqual({
      owner: "b",
      next: "a",
      from: "a",
      former: ["a"],
      phase: "arriving",
      tenure: 1,
      lost: 0,
    });
    expect(gone(leaves, "b")).toEqual(leaves);
  });

  it("is as it was when the only process that stays would leave or be lost, or one that is unknown", () => {
    const one = tableOf(3);
    expect(leaving(one, "a")).toBe(one);
    expect(lost(one, "a")).toBe(one);
    for (const change of [leaving, lost]) expect(change(one, "x")).toBe(one);
    expect(begun(one, { name: "a", id: "another's" })).toBe(one);
    const both = leaving(join(one, "b"), "b");
    expect(leaving(both, "a")).toBe(both);
  });

  it("asks those that are leaving to stay when nobody else is left", () => {
    const both = leaving(join(tableOf(2), "b"), "b");
    const table = lost(both, "a");
    expect(table.members).toEqual({ b: { id: "id b" } });
    expect(table.parts.map(({ owner, tenure, lost: losses }) => [owner, tenure, losses])).toEqual([
      ["b", 1, 1],
      ["b", 1, 1],
    ]);
  });

  it("goes on when a process is lost after all was done, or after that process had left", () => {
    const both = begun(join(tableOf(1), "b"), { name: "b", id: "id b" });
    const after = lost(done(both), "b");
    expect([after.state, Object.keys(after.members), after.parts[0].lost]).toEqual(["running", ["a"], 0]);
    const moved = arrived(given(leaving(both, "a"), [0]), [0]);
    const gaveUp = lost(gone(moved, "a"), "a");
    expect([gaveUp.left, gaveUp.owed, gaveUp.parts[0]]).toEqual([
      [],
      [],
      { owner: "b", phase: "held", tenure: 2, lost: 1 },
    ]);
  });

  it("owes nothing of a process that left, joined again, and was lost", () => {
    const left = gone(leaving(join(tableOf(1), "b"), "b"), "b");
    expect(left.left).toEqual(["b"]);
    const table = lost(join(left, "b"), "b");
    expect([table.left, table.owed]).toEqual([[], []]);
  });

  it("says of the parts of a process that is lost that all links to them are to be sent again, of those that were on their way to it not", () => {
    const two = join(tableOf(4), "b");
    const numbers = going(two);
    const onTheWay = lost(two, "b");
    expect(onTheWay).toEqual({ ...tableOf(4), owed: [] });
    const table = lost(arrived(given(two, numbers), numbers), "b");
    for (const [number, part] of table.parts.entries())
      expect(part).toEqual({
        owner: "a",
        phase: "held",
        tenure: numbers.includes(number) ? 2 : 0,
        lost: numbers.includes(number) ? 1 : 0,
      });
  });

  it("asks for all links again when the engine lost messages, and changes nothing else", () => {
    const two = join(tableOf(4), "b");
    const table = sentAgain(sentAgain(two));
    expect(table.parts.map(({ lost: losses }) => losses)).toEqual([2, 2, 2, 2]);
    expect({ ...table, parts: table.parts.map((part) => ({ ...part, lost: 0 })) }).toEqual({ ...two, owed: [] });
  });

  it("is short, and not done, while a process that left has not sent its links again to who lost them; then it is done", () => {
    const three = join(join(tableOf(4), "b"), "c");
    const settled = arrived(given(three, going(three)), [0, 1, 2, 3]);
    const away = leaving(settled, "b");
    const left = gone(arrived(given(away, going(away)), [0, 1, 2, 3]), "b");
    expect(owes(left)).toEqual([]);
    const short = done(lost(left, "c"));
    expect([short.state, owes(short)]).toEqual(["short", ["b"]]);
    const back = join(short, "b");
    expect([back.state, owes(back), done(back).state]).toEqual(["running", [], "done"]);
  });

  it("united with any former state of it is itself; of two that grew apart, each part is that which changed hands more often", () => {
    const grow = (table: CrawlTable, taken: readonly Step[]) => {
      const tables = [table];
      for (const step of taken) {
        const before = tables.at(-1) as CrawlTable;
        const next = after(before, step);
        if (next !== before) tables.push(following(before, next));
      }
      return tables;
    };
    const ageOf = ({ tenure, phase }: Part) => 2 * tenure + (phase === "held" ? 1 : 0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), steps, steps, steps, (partitions, first, one, other) => {
        const tables = grow(tableOf(partitions), first);
        const last = tables.at(-1) as CrawlTable;
        for (const former of tables) {
          expect(united(last, former)).toBe(last);
          expect(united(former, last)).toBe(last);
        }
        const [here, there] = [one, other].map((taken) => grow(last, taken).at(-1) as CrawlTable);
        const both = united(here, there);
        for (const [number, part] of both.parts.entries()) {
          const age = Math.max(ageOf(here.parts[number]), ageOf(there.parts[number]));
          const losses = Math.max(here.parts[number].lost, there.parts[number].lost);
          if (part.lost === losses) expect(ageOf(part)).toBe(age);
          else expect([part.lost, ageOf(part) > age]).toEqual([losses + 1, true]); // its owner is gone
          for (const name of [part.owner, part.next ?? part.owner]) expect(both.members[name]).toBeDefined();
        }
        expect(both.serial).toBeGreaterThanOrEqual(Math.max(here.serial, there.serial));
        for (const side of [here, there]) expect(united(both, side)).toBe(both);
      }),
    );
  });

  it("knows a process that has its folder, and takes another of its name for it until then", () => {
    const table = begun(join(tableOf(2), "b"), { name: "b", id: "id b" });
    expect(table.members).toEqual({ a: { id: "id a" }, b: { id: "id b", hasBegun: true } });
    expect(joined(table, { name: "a", id: "other" }).members.a).toEqual({ id: "other" });
  });

  it("lets a process that is leaving go on with that when it comes back", () => {
    const both = begun(join(tableOf(4), "b"), { name: "b", id: "id b" });
    const back = join(leaving(both, "b"), "b");
    expect(back.members.b).toEqual({ id: "id b", hasBegun: true, isLeaving: true });
    expect(sharesOf(back)).toEqual(
      new Map([
        ["a", 4],
        ["b", 0],
      ]),
    );
  });

  it("takes back a process that never began, with what was on its way to it; one that began stays", () => {
    const arriving = given(join(tableOf(4), "b"), [0, 1]);
    const without = withdrawn(arriving, "b");
    expect(Object.keys(without.members)).toEqual(["a"]);
    expect(without.parts.every(({ owner, next }) => owner === "a" && next === undefined)).toBe(true);
    expect(without.parts.map(({ phase, tenure }) => `${phase} ${tenure}`)).toEqual(
      arriving.parts.map(({ phase, tenure }) => `${phase} ${tenure}`),
    );
    const stays = begun(arriving, { name: "b", id: "id b" });
    expect(withdrawn(stays, "b")).toBe(stays);
    expect(withdrawn(tableOf(4), "a")).toEqual(tableOf(4));
  });

  it("is done when it is said to be", () => {
    const table = tableOf(1);
    expect([table.state, done(table).state]).toEqual(["running", "done"]);
  });

  it("of another version, or that is none, is refused with what to do", () => {
    const other = Buffer.from(JSON.stringify({ ...tableOf(1), version: 1 }));
    expect(() => readTable(other)).toThrow(
      /expected the table of a shared crawl, version 2; found \{"version":1,.*run the same version of crawlbench everywhere/,
    );
    for (const text of ["{}", "[]", '{"version":2}', '{"version":2,"parts":[]}'])
      expect(() => readTable(Buffer.from(text)), text).toThrow(coded("version"));
  });
});

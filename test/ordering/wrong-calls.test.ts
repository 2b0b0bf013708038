import { describe } from "vitest";
import * as orderings from "../../src/index/families/orderings.js";
import { backlink } from "../../src/ordering/backlink.js";
import { ordering } from "../../src/ordering/custom.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ backlink, ordering, orderings });

const calls: readonly WrongCall[] = [
  [
    "a tie rule",
    () => js.backlink({ ties: "lofo" }),
    /^backlink: ties is "fifo", .*found "lofo"\. Did you mean lifo\?$/,
  ],
  [
    "an option of a method",
    () => js.backlink({ tie: "lifo" }),
    /^backlink has no option "tie": it takes ties, .*Did you mean ties\?$/,
  ],
  ["a word for options", () => js.backlink("lifo"), /^backlink takes its options in braces, \{ ties \}; found "lifo"$/],
  [
    "exploring, a name",
    () => js.orderings.exploring("backlink", { share: 0.1 }),
    /^exploring: .*mean orderings\.backlink\?/,
  ],
  [
    "exploring, no options",
    () => js.orderings.exploring(js.backlink),
    /^exploring takes its options in braces, \{ share \}/,
  ],
  [
    "ordering, needs",
    () => js.ordering("x", (_: number, _seen: object) => 1, { needs: "urls" }),
    /^needs is a list; found "urls"$/,
  ],
  ["ordering, null", () => js.ordering("x", () => 1, null), /^ordering "x" takes its options in braces, .*null$/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

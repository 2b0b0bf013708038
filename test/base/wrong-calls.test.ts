import { describe } from "vitest";
import { frameOf } from "../../src/base/rows/frame.js";
import * as statistics from "../../src/index/statistics.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ frameOf, statistics });

const calls: readonly WrongCall[] = [
  [
    "pairedDifference",
    () => js.statistics.pairedDifference([1, 2], [2, 1], { levl: 0.9 }),
    /^pairedDifference has no option "levl": .*Did you mean level\?$/,
  ],
  ["frameOf, no rows", () => js.frameOf({}), /^frameOf takes rows, .*runs\.rows\(\); found an object \(Object\)$/],
  ["pairedDifference, one list", () => js.statistics.pairedDifference([1, 2]), /^pairs are two lists .* undefined$/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

import { describe } from "vitest";
import { reproduce, reproduceAll } from "../../src/experiment/reproduce.js";
import * as papers from "../../src/index/papers.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ papers, reproduce, reproduceAll });

const calls: readonly WrongCall[] = [
  [
    "reproduce, a family",
    () => js.reproduceAll({ which: "cho1999" }).next(),
    /^no experiment "cho1999"\. Did you mean cho1998\? There are: /,
  ],
  [
    "reproduce, an option",
    () => js.reproduceAll({ wich: "cho1998" }).next(),
    /^reproduceAll has no option "wich": .*Did you mean which\?$/,
  ],
  ["reproduce()", () => js.reproduce(), /^no experiment "undefined"\. There are: /],
  ["scalePlan, an option", () => js.papers.scalePlan(1, { day: 1 }), /^scalePlan has no option "day": .*mean days\?$/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

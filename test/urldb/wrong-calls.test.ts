import { describe } from "vitest";
import * as eliminators from "../../src/index/eliminators.js";
import * as urldb from "../../src/index/urldb.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ eliminators, urldb });

const calls: readonly WrongCall[] = [
  [
    "eliminators.open, no method",
    () => js.eliminators.open("x"),
    /^method is one of the namespace eliminators, .*undefined$/,
  ],
  ["urldb.open, null", () => js.urldb.open("x", null), /^a URL database takes its settings in braces, .*found null$/],
  [
    "eliminators.open, null",
    () => js.eliminators.open("x", null),
    /^method is one of the namespace eliminators, .*undefined$/,
  ],
  ["unshuffle(-1)", () => js.urldb.unshuffle(-1), /^count is a number of things, from 0; found -1$/],
  ["measureAdds()", () => js.urldb.measureAdds(), /^measureAdds takes a way to add URLs, .*found undefined$/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

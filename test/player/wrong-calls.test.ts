import { describe } from "vitest";
import { playPage } from "../../src/player/play-page.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ playPage });

const calls: readonly WrongCall[] = [
  ["playPage()", () => js.playPage(), /^playPage takes what compare gives: .*found undefined$/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

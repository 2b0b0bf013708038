import { describe } from "vitest";
import * as pages from "../../src/index/pages.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ pages });

const calls: readonly WrongCall[] = [
  ["parsePage()", () => js.pages.parsePage(), /^parsePage takes HTML and the URL of its page, .*; found undefined$/],
  ["parsePage, no URL", () => js.pages.parsePage("<a>"), /^parsePage takes HTML and the URL of its page, /],
  [
    "parsePage, an option",
    () => js.pages.parsePage("", "http://a.example/", { charst: "latin1" }),
    /^parsePage has no option "charst": .*Did you mean charset\?$/,
  ],
  ["extract, no rules", () => js.pages.extract("<h1>a</h1>"), /^extract takes its options in braces, .*undefined$/],
  ["extract, no HTML", () => js.pages.extract(7, { a: "h1" }), /^extract takes the HTML of a page, as text; found 7$/],
  [
    "extract, no selector",
    () => js.pages.extract("", { a: 7 }),
    /^a is a selector, such as "h1", or a list, .*found 7$/,
  ],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

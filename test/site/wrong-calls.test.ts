import { describe } from "vitest";
import { WebContent } from "../../src/site/content.js";
import { settingsOf } from "../../src/site/options.js";
import { serve } from "../../src/site/server.js";
import { webOf } from "../fixture/webs.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ serve });
const web = webOf(3, [
  [0, 1],
  [1, 2],
]);

const calls: readonly WrongCall[] = [
  ["serve, no await", () => js.serve(Promise.resolve(web)), /^serve takes a web, .*a promise: write await/],
  [
    "serve, a port",
    () => js.serve(web, { port: "x" }),
    /^serve: port is 0 to 65535; 0 is any that is free; found "x"$/,
  ],
  ["serve, no faults", () => js.serve(web, { faults: 5 }), /^faults is true, false or an object, such as .*; found 5$/],
  ["serve, bytes", () => js.serve(web, { bytes: null }), /^serve: bytes is a mean size .*; found null$/],
  ["serve, no yes", () => js.serve(web, { sitemaps: "no" }), /^sitemaps is true or false; found "no"$/],
  [
    "an epoch of a site",
    () => {
      new WebContent(web, settingsOf({})).epoch = -1;
    },
    /^serve: epoch is a whole number from 0 to 10,000; found -1$/,
  ],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

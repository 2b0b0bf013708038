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
  [
    "serve, a latency",
    () => js.serve(web, { latency: 600_001 }),
    /^serve: latency is 0 to 600,000 .*; found 600,?001$/,
  ],
  ["serve, a seed", () => js.serve(web, { seed: 0.5 }), /^serve: seed is a whole number; found 0.5$/],
  ["a share", () => js.serve(web, { faults: { traps: 1.5 } }), /^serve: traps is a share from 0 to 1; found 1.5$/],
  ["a rate", () => js.serve(web, { faults: { slowRate: 0 } }), /^serve: slowRate is bytes per second, .*; found 0$/],
  ["a delay", () => js.serve(web, { faults: { crawlDelay: -1 } }), /^serve: crawlDelay is seconds, .*; found -1$/],
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

import { describe } from "vitest";
import * as robots from "../../src/index/robots.js";
import * as urls from "../../src/index/urls.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ robots, urls });

const calls: readonly WrongCall[] = [
  ["normalizeUrl, nothing", () => js.urls.normalizeUrl(), /^normalizeUrl takes a URL as text; found undefined$/],
  [
    "normalizeUrl, a list",
    () => js.urls.normalizeUrl("http://a.example/#b", ["fragment"]),
    /^normalizeUrl takes its options in braces, \{ steps \}; found \["fragment"\]$/,
  ],
  [
    "normalizeUrl, a text",
    () => js.urls.normalizeUrl("http://a.example/", { steps: "www" }),
    /^steps is a list; found "www"$/,
  ],
  [
    "fingerprint, a text",
    () => js.urls.fingerprint("text"),
    /^fingerprint takes the bytes of a URL, .*; found "text"$/,
  ],
  [
    "fingerprintCollisions(0)",
    () => js.urls.fingerprintCollisions(0),
    /^fingerprintCollisions takes a list of URLs, .*0$/,
  ],
  [
    "fingerprintCollisions, numbers",
    () => js.urls.fingerprintCollisions([7]),
    /^fingerprintCollisions takes a list of URLs, as texts; found 7$/,
  ],
  [
    "rules of robots.txt, no URL",
    () => js.robots.parseRobots("User-agent: *\nDisallow: /").rulesFor("Foo").allows(),
    /^rules of a robots\.txt are asked for a URL, as text; found undefined$/,
  ],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

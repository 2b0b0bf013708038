import { describe } from "vitest";
import * as traces from "../../src/index/traces.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ traces });
const trace = { name: "t", requests: Uint32Array.of(0, 1, 0), urls: 2 };

const calls: readonly WrongCall[] = [
  [
    "denseIds, texts",
    () => js.traces.denseIds(["/a", "/b"]),
    /^denseIds takes a Uint32Array, .*traces\.traceFrom\(keys\)$/,
  ],
  ["denseIds, half a fingerprint", () => js.traces.denseIds(Uint32Array.of(1)), /two words per request; found 1\./],
  [
    "openCrawlTrace, a number",
    () => js.traces.openCrawlTrace(1),
    /^openCrawlTrace takes the folder of a crawl; found 1$/,
  ],
  ["requestsWhere, a list", () => js.traces.requestsWhere(["/a"], () => true), /^requestsWhere takes a trace, /],
  [
    "requestsWhere, no function",
    () => js.traces.requestsWhere(trace, 1),
    /^requestsWhere takes a function, .*found 1$/,
  ],
  [
    "crossTrace, no await",
    () => js.traces.crossTrace(Promise.resolve(trace)),
    /^crossTrace takes a trace, .*: write await/,
  ],
  ["threadTraces()", () => js.traces.threadTraces(), /^threadTraces takes a trace, .*found undefined$/],
  ["firstRequests()", () => js.traces.firstRequests(undefined, 1), /^firstRequests takes a trace, .*found undefined$/],
  [
    "denseIds, an option",
    () => js.traces.denseIds(Uint32Array.of(1, 2), { most: 1 }),
    /has no option "most": .*mostUrls/,
  ],
  [
    "writeTraceFile, a number",
    () => js.traces.writeTraceFile("t.trace", 5),
    /^writeTraceFile takes a trace, .*found 5$/,
  ],
  ["writeTraceFile, no path", () => js.traces.writeTraceFile(5, trace), /^writeTraceFile writes to a path; found 5$/],
  ["requestsOfPages, a list", () => js.traces.requestsOfPages(["/a"], () => true), /^requestsOfPages takes a trace, /],
  [
    "requestsOfPages, no function",
    () => js.traces.requestsOfPages(trace, 1),
    /^requestsOfPages takes a function, \(page\) => boolean; found 1$/,
  ],
  [
    "requestsOfPages, no pages",
    () => js.traces.requestsOfPages(trace, () => true),
    /^t does not tell .*\. Take a trace/,
  ],
  [
    "splitByProcess()",
    () => js.traces.splitByProcess(undefined, 2),
    /^splitByProcess takes a trace, .*found undefined$/,
  ],
  ["splitByProcess, none", () => js.traces.splitByProcess(trace, 0), /^processes are 1 or more; found 0$/],
  ["splitByProcess, no hosts", () => js.traces.splitByProcess(trace, 2), /^t does not tell .*\. Take a trace/],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

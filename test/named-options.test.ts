import { describe, expect, it } from "vitest";
import * as library from "../src/index.js";
import { webOf } from "./fixture/webs.js";
import { untyped } from "./fixture/wrong-calls.js";

// Expected names: what users import, looked up in the library itself.

const js = untyped(library);
const web = webOf(2, [[0, 1]]);
/** As much of a crawl's snapshot as is looked at before the options. */
const snapshot = { columns: { u32: () => undefined } };
const graph = { forEachNode: () => undefined };
const odd = { zzz: 1 };

const calls: Readonly<Record<string, () => unknown>> = {
  "archives.exportSnapshot": () => js.archives.exportSnapshot(snapshot, "pages.csv", odd),
  "archives.mergeSnapshots": () => js.archives.mergeSnapshots([], "out", odd),
  "archives.nearDuplicates": () => js.archives.nearDuplicates(snapshot, odd),
  "archives.webOf": () => js.archives.webOf(snapshot, odd),
  explain: () => js.explain({ crawls: [] }, "opic", 0, odd),
  "freshness.refreshStudy": () => js.freshness.refreshStudy({}, odd),
  "graphs.fromGraphology": () => js.graphs.fromGraphology(graph, odd),
  "graphs.shuffledPages": () => js.graphs.shuffledPages(web, odd),
  "graphs.webFrom": () => js.graphs.webFrom([[0, 1]], odd),
  "judging.randomWalk": () => js.judging.randomWalk(web.graph, odd),
  "judging.samplingBias": () => js.judging.samplingBias(web, odd),
  openCrew: () => js.openCrew("nats://127.0.0.1:1", odd),
  "orderings.exploring": () => js.orderings.exploring(js.orderings.breadthFirst, odd),
  playPage: () => js.playPage({ crawls: [] }, odd),
  reproduce: () => js.reproduce("no-experiment", odd),
  "statistics.startsNeeded": () => js.statistics.startsNeeded([1, 2], [2, 1], odd),
  "timed.byteLatency": () => js.timed.byteLatency([1], odd),
  "timed.linkedUrls": () => js.timed.linkedUrls(web, odd),
  "timed.lognormalLatency": () => js.timed.lognormalLatency(odd),
  "traces.denseIds": () => js.traces.denseIds(Uint32Array.of(1), odd),
  "traces.traceFrom": () => js.traces.traceFrom(["a"], odd),
  "urls.normalizeUrl": () => js.urls.normalizeUrl("http://a.example/", odd),
};

describe("a function that is given an option that does not exist", () => {
  it.each(Object.entries(calls))("%s names itself as users call it", async (path, call) => {
    const error = await Promise.resolve()
      .then(call)
      .then(
        () => undefined,
        (thrown: unknown) => thrown as Error,
      );
    const name = path.split(".").at(-1);
    expect(path.split(".").reduce((held, each) => held[each], js)).toBeTypeOf("function");
    expect(error?.message).toMatch(new RegExp(`^${name} has no option "zzz": it takes `));
  });
});

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { timedReplay } from "../../src/crawl/timed/timed-replay.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { traceFrom } from "../../src/trace/trace-from.js";
import { campus } from "../../src/web/campus/campus.js";
import { folderWith } from "../crawl/pool/temporary.js";

describe("a trace", () => {
  it("shows its requests, URLs and repeats, not its arrays", () => {
    expect(inspect(traceFrom(["a", "b", "a", "a"]))).toBe("requests: 4 requests for 2 URLs; 50.0 % of them repeat one");
  });

  it("names what it knows of hosts, pages and processes", () => {
    const { traces } = timedReplay(campus({ pages: 200 }), { processes: 2, threads: 3 });
    expect(inspect(traces[1])).toMatch(
      /^campus-200, 3 threads: [\d,]+ requests for [\d,]+ URLs; [\d.]+ % of them repeat one\nIt knows \d+ hosts, \d+ pages, process 1 of 2\.$/,
    );
  });

  it("says which lines of its file are no URLs", async () => {
    const folder = folderWith({ "urls.txt": "http://a.example/\n\nhttp://a.example/\nno URL\nhttp://b.example/\n" });
    const trace = await openTrace(`${folder}/urls.txt`);
    expect(inspect(trace)).toMatch(/^urls\.txt: 3 requests for 2 URLs; 33.3 % of them repeat one\n/);
    expect(inspect(trace)).toContain("1 line left out, the first: line 4.");
  });
});

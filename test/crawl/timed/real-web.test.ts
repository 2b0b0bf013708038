import { describe, expect, it } from "vitest";
import { missCurve, powersOf2 } from "../../../src/cache/miss-curve.js";
import { lru } from "../../../src/cache/policy/lru.js";
import { linkedUrls } from "../../../src/crawl/timed/linked-urls.js";
import { timedReplay } from "../../../src/crawl/timed/timed-replay.js";
import { openFiles, webOfData } from "../../../src/web/dataset/open.js";
import { realData } from "../../web/read/real-data.js";

const graph = realData("graphs/law/cnr-2000.graph");

describe.skipIf(!graph)("a timed replay of cnr-2000", () => {
  it("has a critical region, which moves up with the open hosts", async () => {
    const path = graph as string;
    const files = { graph: path, properties: path.replace(/graph$/, "properties") };
    const { data } = await openFiles("bvgraph", files);
    const linked = linkedUrls({ ...webOfData("cnr-2000", data, ""), start: 217849 }, { repeats: 0.317 });
    const region = (threads: number) => {
      const { traces, openHosts } = timedReplay(linked, { threads, copies: 4, until: { requests: 1_200_000 } });
      const [{ requests }] = traces;
      const rates = missCurve(traces[0], lru, powersOf2(0, 18)).map((misses) => misses / requests.length);
      return { openHosts: openHosts[0], rates, middle: rates.findIndex((rate) => rate < 0.45) };
    };
    const few = region(4);
    const many = region(16);
    for (const { rates } of [few, many]) {
      expect(rates[3]).toBeGreaterThan(0.65); // before the region: the paper has some 0.7
      expect(rates[18]).toBeLessThan(0.25); // past it
    }
    // four times the hosts, so four times the entries: log2(4) = 2, one power of two more or less
    expect(many.openHosts / few.openHosts).toBeGreaterThan(3);
    expect(Math.abs(many.middle - few.middle - 2)).toBeLessThanOrEqual(1);
  });
});

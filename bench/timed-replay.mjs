// Speed of timed replays, CPU seconds. Peer: the virtual crawler on the same web, which records nothing and knows no
// time.
import { backlink, breadthFirst, load, replay, timed } from "crawlbench";
import { checksum, expectChecksum } from "./measure.mjs";

/** Checksums of the first process's requests, of this engine (regression). */
const EXPECTED = {
  "cnr-2000 20 1 breadth-first": "b5c8c00f2c0218eb",
  "cnr-2000 100 4 breadth-first": "61b15f7584daac8b",
  "cnr-2000 100 4 backlink, ties fifo": "a03a73df80f368dd",
  "cnr-2000 100 22 breadth-first": "9878ca21efbfad9b",
  "cnr-2000 500 22 breadth-first": "2de2bff6d4643a97",
  "uci-ics-2019 20 8 breadth-first": "295d56caaaeff9ee",
};

export const RUNS = [
  { name: "cnr-2000", threads: 20, copies: 1, ordering: breadthFirst },
  { name: "cnr-2000", threads: 100, copies: 4, ordering: breadthFirst },
  { name: "cnr-2000", threads: 100, copies: 4, ordering: backlink },
  { name: "cnr-2000", threads: 100, copies: 22, ordering: breadthFirst, times: 1 },
  { name: "cnr-2000", threads: 500, copies: 22, ordering: breadthFirst, times: 1 },
  { name: "uci-ics-2019", threads: 20, copies: 8, ordering: breadthFirst },
];

/** Least CPU seconds of some runs, and what the last one returned. */
function cpuSeconds(work, times = 3) {
  let best = Number.POSITIVE_INFINITY;
  let result;
  for (let run = 0; run < times; run++) {
    const begun = process.cpuUsage();
    result = work();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1e6);
  }
  return { best, result };
}

export async function timedReplayBench(runs = RUNS) {
  const rows = [];
  for (const { name, threads, copies, ordering, times } of runs) {
    const web = await load(name);
    const linked = timed.linkedUrls(web, { repeats: 0.317 });
    const plain = cpuSeconds(() => replay(web, ordering));
    const { best, result } = cpuSeconds(() => timed.timedReplay(linked, { threads, copies, ordering }), times);
    const requests = result.traces.reduce((sum, trace) => sum + trace.requests.length, 0);
    const key = `${name} ${threads} ${copies} ${ordering.label}`;
    const found = checksum(result.traces[0].requests);
    expectChecksum(key, found, EXPECTED[key]);
    rows.push({
      web: name,
      threads,
      copies,
      ordering: ordering.label,
      requests,
      "CPU s": best.toFixed(2),
      "requests per CPU s": `${(requests / best / 1e6).toFixed(1)} M/s`,
      "x replay": (best / (plain.best * copies)).toFixed(1),
      "open hosts": result.openHosts[0].toFixed(0),
      checksum: found,
    });
  }
  return rows;
}

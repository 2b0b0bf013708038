// PageRank kernel to 1e-8 (L1) against igraph's PRPACK and graphology-metrics, on the same graph in the same run.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { graphs, load } from "crawlbench";
import graphologyPageRank from "graphology-metrics/centrality/pagerank.js";
import { measure, ms } from "./measure.mjs";

/** Wall time of one pass of nothing but reading each link's source and one float for it: what memory alone costs. */
async function readingOnce({ size, targets }) {
  const values = new Float64Array(size).fill(1);
  const { best } = await measure(() => {
    let a = 0;
    let b = 0;
    for (let i = 0; i + 1 < targets.length; i += 2) {
      a += values[targets[i]];
      b += values[targets[i + 1]];
    }
    return a + b;
  }, 9);
  return best;
}

function igraph({ size, offsets, targets }, folder) {
  const edges = new Uint32Array(2 * targets.length);
  for (let page = 0, k = 0; page < size; page++) {
    for (let i = offsets[page]; i < offsets[page + 1]; i++) {
      edges[k++] = page;
      edges[k++] = targets[i];
    }
  }
  const file = join(folder, "edges.bin");
  writeFileSync(file, edges);
  const script = new URL("./peer/igraph-pagerank.py", import.meta.url).pathname;
  for (const python of ["/usr/bin/python3", "python3"]) {
    if (spawnSync(python, ["-c", "import igraph"]).status !== 0) continue;
    const ranks = join(folder, "ranks.bin");
    const milliseconds = Number(execFileSync(python, [script, file, String(size), ranks], { encoding: "utf8" }));
    return { milliseconds, ranks };
  }
  return undefined; // apt-get install python3-igraph
}

export async function pageRankBench(names = ["web-NotreDame", "cnr-2000"]) {
  const rows = [];
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
  try {
    for (const name of names) {
      const { graph } = await load(name);
      const exact = graphs.pageRankKernel(graph, { form: "probability", tolerance: 1e-13 });
      const ours = await measure(() => graphs.pageRankKernel(graph, { form: "probability", tolerance: 1e-8 }), 7);
      const error = ours.result.reduce((sum, rank, page) => sum + Math.abs(rank - exact[page]), 0);
      assert.ok(error <= 1e-8, `L1 error ${error}`);
      const reading = await readingOnce(graph);
      rows.push({
        web: name,
        kernel: "ours, L1 1e-8",
        best: ms(ours.best),
        ratio: "1",
        note: `L1 error ${error.toExponential(1)}`,
      });
      rows.push({
        web: name,
        kernel: "one pass over the links",
        best: ms(reading),
        ratio: (ours.best / reading).toFixed(0),
        note: "ours costs this many passes",
      });
      const peer = igraph(graph, folder);
      if (peer)
        rows.push({
          web: name,
          kernel: "igraph PRPACK (1e-10)",
          best: ms(peer.milliseconds),
          ratio: (peer.milliseconds / ours.best).toFixed(2),
          note: "ratio: theirs / ours",
        });
      else
        rows.push({
          web: name,
          kernel: "igraph PRPACK",
          best: "-",
          ratio: "-",
          note: "python3-igraph is not installed",
        });
    }
    const { graph } = await load("wb-cs-stanford");
    const twin = graphs.toGraphology(graph);
    const ours = await measure(() => graphs.pageRankKernel(graph, { form: "probability", tolerance: 1e-8 }), 7);
    const theirs = await measure(
      () =>
        graphologyPageRank(twin, {
          alpha: 0.9,
          tolerance: 1e-8 / graph.size,
          maxIterations: 1000,
          getEdgeWeight: null,
        }),
      3,
    );
    const apart = Object.entries(theirs.result).reduce(
      (sum, [key, rank]) => sum + Math.abs(rank - ours.result[key]),
      0,
    );
    assert.ok(apart < 1e-6, `graphology-metrics and ours are ${apart} apart (L1)`);
    rows.push({ web: "wb-cs-stanford", kernel: "ours, L1 1e-8", best: ms(ours.best), ratio: "1", note: "" });
    rows.push({
      web: "wb-cs-stanford",
      kernel: "graphology-metrics",
      best: ms(theirs.best),
      ratio: (theirs.best / ours.best).toFixed(0),
      note: `ratio: theirs / ours; L1 apart ${apart.toExponential(1)}`,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  return rows;
}

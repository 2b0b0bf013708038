// Loading: edge lists and BVGraph from disk, time and resident memory, each in a process of its own.
import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Random } from "crawlbench";
import { million, ms } from "./measure.mjs";

/** An edge list of web-Stanford's size: 281,903 pages, 2,312,497 links, ids from 1. */
async function edgeList(path) {
  const random = new Random(1);
  async function* lines() {
    let text = "# generated\n";
    for (let i = 0; i < 2_312_497; i++) {
      text += `${1 + (i < 281_903 ? i : random.below(281_903))}\t${1 + random.below(281_903)}\n`;
      if (text.length > 1 << 16) {
        yield text;
        text = "";
      }
    }
    yield text;
  }
  await pipeline(lines, createGzip(), createWriteStream(path));
}

const CHILD = `
import { load, open } from "crawlbench";
const [kind, name] = process.argv.slice(-2);
globalThis.gc();
const before = process.memoryUsage().rss;
const begun = performance.now();
const web = await (kind === "load" ? load(name) : open(name));
const ms = performance.now() - begun;
globalThis.gc();
await new Promise((resolve) => setTimeout(resolve, 50));
globalThis.gc();
const { graph } = web;
const arrays = graph.offsets.byteLength + graph.targets.byteLength + (web.ids?.byteLength ?? 0) + (web.references?.byteLength ?? 0);
console.log(JSON.stringify({ ms, rss: process.memoryUsage().rss - before, arrays, pages: graph.size, links: web.found.links }));
`;

function inChild(kind, name) {
  const best = [];
  for (let run = 0; run < 3; run++) {
    best.push(
      JSON.parse(
        execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", CHILD, kind, name], {
          encoding: "utf8",
        }),
      ),
    );
  }
  return best.sort((a, b) => a.ms - b.ms)[0];
}

export async function loading() {
  const folder = mkdtempSync(join(tmpdir(), "crawlbench-bench-"));
  try {
    const generated = join(folder, "stanford-size.txt.gz");
    await edgeList(generated);
    const cases = [
      ["open", generated, "edge list .gz, 2.3M links"],
      ["load", "web-NotreDame", "edge list .gz"],
      ["load", "cnr-2000", "BVGraph"],
      ["load", "cnr-2000-ascii", "ASCIIGraph .gz"],
      ["load", "uci-ics-2019", "URLs and links .zst"],
    ];
    return cases.map(([kind, name, format]) => {
      const found = inChild(kind, name);
      return {
        web: kind === "open" ? "generated" : name,
        format,
        links: found.links,
        best: ms(found.ms),
        "links per second": million(found.links, found.ms),
        "arrays, bytes": `${(found.arrays / found.links).toFixed(1)} per link`,
        "resident, MB": (found.rss / 1e6).toFixed(0),
        "budget, MB": ((6 * found.links + 40 * found.pages) / 1e6).toFixed(0),
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

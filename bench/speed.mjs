// node bench/speed.mjs: writes docs/speed.md and its picture from bench/speed.json, where stands what the benches
// recorded. Put a new number there when you put it into bench/README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "..");

/**
 * What one bench recorded: a job, what it takes, and beside it its peer in the same run, or the aim that was set.
 *
 * @typedef {object} Row
 * @property {string} job
 * @property {string} bench as in bench/run.mjs
 * @property {string} [unit] of `ours`, `theirs` and `aim`
 * @property {string} [ours] a number or a range, as bench/README.md has it
 * @property {string} [theirs]
 * @property {string} [peer]
 * @property {string} [ratio] of the peer's cost to ours, where that alone was recorded
 * @property {string} [aim]
 * @property {boolean} [more] more is better: a speed, and no cost
 * @property {string} limit what bounds the job; "": not known
 * @property {string} [least] what the limit alone takes, in the unit of `ours`, as bench/README.md has it
 */

/** @returns {Row[]} */
export const rows = () => JSON.parse(readFileSync(join(import.meta.dirname, "speed.json"), "utf8"));

const ends = (text) => {
  const numbers = text.split(/-| to /).map(Number);
  return [numbers[0], numbers.at(-1)];
};

/** How many times as fast as its peer a job is, least and most. @param {Row} row */
export function timesAsFast({ ratio, ours, theirs, more }) {
  if (ratio) return ends(ratio);
  if (!theirs) return undefined;
  const [[low, high], [low2, high2]] = [ends(ours), ends(theirs)];
  return more ? [low / high2, high / low2] : [low2 / high, high2 / low];
}

/** Is a job as fast as was aimed at? @param {Row} row */
export function meetsAim({ ours, aim, more }) {
  const [low, high] = ends(ours);
  return more ? low >= Number(aim) : high <= Number(aim);
}

/** Of what a job takes, what its limit alone takes: least and most, in per cent. 100: as fast as can be. @param {Row} row */
export function shareOfLimit({ ours, least }) {
  if (!least) return undefined;
  const [[low, high], [low2, high2]] = [ends(ours), ends(least)];
  return [(100 * low2) / high, (100 * high2) / low];
}

const digits = (number) => (number >= 9.95 ? number.toFixed(0) : number.toPrecision(2));

function range([low, high]) {
  return digits(low) === digits(high) ? digits(low) : `${digits(low)} to ${digits(high)}`;
}

/** Peers that are no other tool. */
const OWN = /^(former version|one thread|one process|the floor.*)$/;

/** Those with a ratio to another tool. @param {readonly Row[]} all */
const besideTools = (all) => all.filter(({ peer }) => peer && !OWN.test(peer));

/** What the page says first. @param {readonly Row[]} all */
export function finding(all) {
  const ratios = besideTools(all).map(timesAsFast);
  const ahead = ratios.filter(([low]) => low > 1).length;
  return `Faster than other tools in ${ahead} of ${ratios.length} comparisons`;
}

/** @param {readonly Row[]} all */
export function page(all) {
  const aims = all.filter(({ aim }) => aim);
  const met = aims.filter(meetsAim).length;
  const line = (row) => {
    const times = timesAsFast(row);
    const share = shareOfLimit(row);
    const cells = [
      row.job,
      row.ours ? `${row.ours} ${row.unit}` : "",
      row.peer ? `${row.peer}${row.theirs ? `: ${row.theirs}` : ""}` : "none in the run",
      times ? `**${range(times)}**` : "",
      row.aim ? `${row.aim}, ${meetsAim(row) ? "met" : "missed"}` : "",
      row.limit || "not known",
      share ? `${range(share)} %` : "",
      `\`${row.bench}\``,
    ];
    return `| ${cells.join(" | ")} |`;
  };
  return `# Speed

What each job costs, beside a peer in the same run. **${finding(all)}**; of ${aims.length} aims ${met} are met. Ratios hold from one machine
to another better than times do: these are of two cores and Node 20.

![How many times as fast as its peer each job is](pictures/speed.svg)

A ratio above 1 is faster than the peer. A peer called *former version* is crawlbench before a change; *the floor* is what any crawler
in Node must do. An empty ratio has no peer in the same run, only an aim. The share is what the limit alone takes of our time: at 100 %
nothing is left to gain; it is empty where the limit was not measured alone. The last column names the bench:
\`npm run bench -- NAME\` measures it again, and [its page](../bench/README.md) tells how, and what was found and tried on the way.

| Job | Ours | Peer | Times as fast | Aim | What bounds it | Its share | Bench |
|---|---|---|---|---|---|---|---|
${all.map(line).join("\n")}

What is not on this page: memory and disk, which [scale](scale.md), [crawler](crawler.md#what-stands-in-memory) and
[URL database](urldb.md) state; and RocksDB, SQLite and libCacheSim, which were not run beside it.
`;
}

/** @param {readonly Row[]} all */
export async function picture(all) {
  const { FIGURE_WIDTH, framedFigure, PADDING } = await import("../dist/figure/frame.js");
  const drawn = besideTools(all)
    .map((row) => ({ row, times: timesAsFast(row) }))
    .map(({ row, times: [low, high] }) => ({
      job: `${row.job}|beside ${row.peer}`.replaceAll("`", "").replace("2^16", "2¹⁶"),
      low,
      high,
      middle: Math.sqrt(low * high),
      side: low > 1 ? "faster" : high < 1 ? "slower" : "even",
    }))
    .sort((a, b) => b.middle - a.middle);
  const jobs = drawn.map(({ job }) => job);
  const colors = { faster: "#0072b2", even: "#777777", slower: "#d55e00" };
  const y = {
    field: "job",
    type: "nominal",
    sort: jobs,
    title: null,
    axis: { labelExpr: "split(datum.label, '|')", ticks: false, domain: false, grid: true },
  };
  const title = "times as fast as its peer (logarithmic)";
  const axis = { values: [0.3, 1, 3, 10, 30, 100], format: "~g" };
  const x = { field: "middle", type: "quantitative", title, axis, scale: { type: "log", domain: [0.25, 100] } };
  const color = {
    field: "side",
    type: "nominal",
    legend: null,
    scale: { domain: Object.keys(colors), range: Object.values(colors) },
  };
  const { textWidth } = await import("../dist/figure/text-width.js");
  const names = jobs.flatMap((job) => job.split("|")).map((line) => textWidth(line, 12));
  const width = Math.floor(FIGURE_WIDTH - 2 * PADDING - Math.max(...names) - 12);
  const body = {
    width,
    height: 34 * drawn.length,
    data: { values: drawn },
    encoding: { y },
    layer: [
      { mark: { type: "rule", color: "#222222" }, encoding: { x: { datum: 1 }, y: null } },
      { mark: { type: "rule", strokeWidth: 3 }, encoding: { x: { ...x, field: "low" }, x2: { field: "high" }, color } },
      { mark: { type: "point", filled: true, size: 60, opacity: 1 }, encoding: { x, color } },
    ],
  };
  const lines = [
    "dot: ratio of one run, on two cores",
    "line: range over runs",
    "blue: faster, orange: slower, grey: neither",
  ];
  return framedFigure(body, drawn, { title: finding(all), lines, width, room: FIGURE_WIDTH - 2 * PADDING - width });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const all = rows();
  writeFileSync(join(ROOT, "docs/speed.md"), page(all));
  const figure = await picture(all);
  await figure.save(join(ROOT, "docs/pictures/speed.svg"), { theme: "auto" });
  console.log(`docs/speed.md, docs/pictures/speed.svg: ${finding(all)}`);
}

// npm run pictures: draws docs/pictures/hot-pages.svg, the first picture of the README, from the crawls of Graph 2
// (`reproduce cho1998/graph-2`). It needs the three real webs: `npx crawlbench datasets NAME` tells where they are.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { backlink, backlinks, breadthFirst, compare, load, pageRank, random } from "crawlbench";
import { inBothThemes } from "../../dist/figure/both-themes.js";
import { methodStyles, readable } from "../../dist/figure/series-style.js";

/** Four webs of Graph 2, as the ledger has it from 20 crawls, and what a stranger should know of each. */
const WEBS = [
  ["web-NotreDame", "one university, 1999"],
  ["cnr-2000", "Italian research council, 2000"],
  ["uci-ics-2019", "one faculty, 2019"],
  ["campus", "generated university web"],
];

const NAMES = { "breadth-first": "breadth-first", backlink: "backlink", "page-rank": "PageRank", random: "random" };
const BOLD = ' font-weight="bold"';
const COUNTS = ["no", "one", "two", "three", "four"];

const WIDTH = 708;
const LEFT = 58;
const PLOT = { width: 152, height: 180 };
const PANEL = { width: (WIDTH - LEFT) / 2, height: 262 };
const TOP = 232;

/** Crawls one web as Graph 2 does. */
async function panel([name, what]) {
  const web = await load(name);
  const orderings = [breadthFirst, backlink, pageRank({ accuracy: 1e-2 }), random];
  const runs = await compare(web, { orderings, importance: backlinks({ hotAt: 100 }), repeats: 20, onProgress: false });
  const rows = runs.curveRows();
  const styles = methodStyles(runs.orderings);
  const lines = runs.orderings.map((ordering) => ({
    name: NAMES[ordering.split(",")[0]],
    area: median(runs.areas(ordering)),
    points: rows.filter((row) => row.ordering === ordering),
    ...styles.get(ordering),
  }));
  return { name, what, lines: lines.sort((a, b) => b.area - a.area) };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** Panels in two columns, with what they show as the title. */
function drawn(panels) {
  const won = panels.filter(({ lines: [first] }) => first.name === "PageRank").length;
  const title = `PageRank order finds hot pages first on ${COUNTS[won]} web${won === 1 ? "" : "s"} of four`;
  const height = TOP + 2 * PANEL.height - 36;
  const parts = panels.map((each, index) => {
    const [column, row] = [index % 2, index >> 1];
    const place = `translate(${LEFT + column * PANEL.width} ${TOP + row * PANEL.height})`;
    return `<g transform="${place}">\n${panelDrawn(each, column === 0, row === 1)}\n</g>`;
  });
  const [top, below] = [title.slice(0, title.indexOf(" first on")), title.slice(title.indexOf("first on"))];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="800" role="img"
 font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif" fill="#222222">
<title>${title}</title>
<desc>${panels.map(({ name, lines }) => `${name}: mean share found, ${lines.map(areaTold).join(", ")}`).join(". ")}.</desc>
<rect width="${WIDTH}" height="${height}" rx="8" fill="#ffffff"/>
${text(20, 42, 29, top, BOLD)}
${text(20, 78, 29, below, BOLD)}
${text(20, 110, 17, "Up: hot pages found (%). Across: pages crawled (%).")}
${text(20, 134, 17, "Hot: 100 pages or more link to it. Number: mean share found.")}
${text(20, 158, 17, "Lines: medians of 20 crawls; shaded: 90 % of the crawls.")}
${parts.join("\n")}
</svg>
`;
  return { svg, title };
}

const areaTold = ({ name, area }) => `${name} ${area.toFixed(3)}`;

/** Axes, bands, lines, and beside them their names, the best first. */
function panelDrawn({ name, what, lines }, isLeft, isBelow) {
  const x = (crawled) => round(PLOT.width * crawled);
  const y = (share) => round(PLOT.height * (1 - share));
  const ticks = [0, 0.5, 1].map(
    (share) =>
      `<path d="M0 ${y(share)}H${PLOT.width}" stroke="#e4e4e4"/>` +
      (isLeft ? text(-8, y(share) + 6, 17, `${share * 100}`, 'text-anchor="end"') : ""),
  );
  const below = isBelow
    ? [0, 0.5, 1].map((at) => text(x(at), PLOT.height + 22, 17, `${at * 100}`, 'text-anchor="middle"'))
    : [];
  const path = (points) => points.map(([at, share]) => `${x(at)} ${y(share)}`).join("L");
  const bands = lines.map(({ points, color }) => {
    const ends = points.filter(({ low }) => low !== undefined);
    const around = [...ends.map((p) => [p.crawled, p.high]), ...ends.reverse().map((p) => [p.crawled, p.low])];
    return `<path d="M${path(around)}Z" fill="${color}" fill-opacity="0.12"/>`;
  });
  const curves = lines.map(({ points, color, dash }) =>
    stroke(`M${path(points.map((p) => [p.crawled, p.performance]))}`, color, dash),
  );
  const names = lines.map(({ name: label, area, color, dash }, place) => {
    const at = 14 + 40 * place;
    const swatch = `M${PLOT.width + 12} ${at + 9}h38`;
    const words = text(
      PLOT.width + 12,
      at,
      17,
      `${area.toFixed(2)} ${label}`,
      `fill="${readable(color)}"${place ? "" : BOLD}`,
    );
    return words + stroke(swatch, color, dash);
  });
  const head = [text(0, -32, 19, name, BOLD), text(0, -11, 15, what, 'fill="#555555"')];
  return [...head, ...ticks, ...below, ...bands, ...curves, ...names].join("\n");
}

function stroke(path, color, dash) {
  const how = `stroke-width="3" stroke-linejoin="round"${dash.length ? ` stroke-dasharray="${dash.join(" ")}"` : ""}`;
  return `<path d="${path}" fill="none" stroke="${color}" ${how}/>`;
}

function round(pixels) {
  return Math.round(pixels * 10) / 10;
}

function text(x, y, size, words, more = "") {
  return `<text x="${x}" y="${y}" font-size="${size}" ${more}>${words}</text>`;
}

const panels = [];
for (const web of WEBS) panels.push(await panel(web));
const { svg, title } = drawn(panels);
const file = join(import.meta.dirname, "hot-pages.svg");
writeFileSync(file, inBothThemes(svg));
console.log(`${file}: ${title}, ${svg.length} bytes`);

import { escapeXml } from "../../base/escape-xml.js";
import { plural } from "../../base/numbers.js";
import { shell } from "../../figure/page/shell.js";
import type { Film, FilmCrawl } from "../film.js";

const count = (value: number): string => value.toLocaleString("en");

/** A piece of the line that stands for a crawl in the chart. */
const swatch = ({ dash }: FilmCrawl): string =>
  `<svg class="swatch" viewBox="0 0 28 4" aria-hidden="true"><path d="M0 2H28" stroke-dasharray="${dash.join(" ")}"/></svg>`;

const map = (
  crawl: FilmCrawl,
  index: number,
): string => `<section class="card map" style="--series: ${crawl.color}" aria-labelledby="map-${index}">
<h2 id="map-${index}">${swatch(crawl)} ${escapeXml(crawl.label)}</h2>
<p class="now"><strong id="found-${index}">–</strong> <span id="found-of-${index}"></span></p>
<div class="stage" id="stage-${index}" role="img" aria-label="Map"><div class="sheet"><canvas id="cells-${index}"></canvas><canvas id="marks-${index}"></canvas></div></div>
<p class="where soft web" id="where-${index}"></p>
${["unseen", "waiting", "crawled", "recent"].map((tone) => `<i class="tone ${tone}" id="tone-${tone}-${index}" hidden></i>`).join("")}
</section>`;

const icon = (path: string): string =>
  `<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;

/** A sign as each map has it, in the colour of its crawl. */
const inColors = (crawls: readonly FilmCrawl[], tone: string): string =>
  crawls.map(({ color }) => `<i class="cell ${tone}" style="--series: ${color}"></i>`).join("");

/** What the colours and signs of the maps mean; above them, since nobody can read them without. */
const legend = ({ crawls, importance, hotAt, hotPages }: Film): string => {
  const hot = hotPages === undefined ? "" : ` (${escapeXml(importance)} of ${hotAt} or more)`;
  const signs = [
    ['<i class="cell unseen"></i>', "no link to it found yet"],
    [inColors(crawls, "waiting"), "found, waits to be crawled"],
    [inColors(crawls, "crawled"), "crawled"],
    [inColors(crawls, "recent"), "among the last crawled"],
    ...(hotPages === undefined
      ? []
      : [
          ['<i class="circle"></i>', `hot${hot}, not crawled yet`],
          ['<i class="circle filled"></i>', "hot, crawled"],
        ]),
    ['<i class="box"></i>', "crawled last"],
    ['<i class="box selected"></i>', "the page asked about below"],
  ];
  return `<ul class="legend key" aria-label="Colours and signs on the maps">
${signs.map(([sign, meaning]) => `<li>${sign} ${meaning}</li>`).join("\n")}
</ul>`;
};

/** A table that a keyboard can scroll. */
const table = (
  id: string,
  labelledBy: string,
  columns: readonly (readonly [name: string, isNumber?: boolean])[],
): string =>
  `<div class="scroll" tabindex="0" role="group" aria-labelledby="${labelledBy}"><table>
<thead><tr>${columns.map(([name, isNumber]) => `<th scope="col"${isNumber ? ' class="number"' : ""}>${escapeXml(name)}</th>`).join("")}</tr></thead>
<tbody id="${id}"></tbody>
</table></div>`;

const speeds = [
  [120, "2 min"],
  [60, "1 min"],
  [30, "30 s"],
  [10, "10 s"],
] as const;

/** What is known of the film before its script runs, as sentences. */
function introduction({ pages, names, start, hotPages, hotAt, importance, model, groups, stride }: Film): string {
  return [
    `${plural(pages, "page")}, crawled from ${start}.`,
    hotPages !== undefined &&
      `${count(hotPages)} of them ${hotPages === 1 ? "is" : "are"} hot: ${importance} of ${hotAt} or more.`,
    `P, from 0 to 1, says how well a crawl has done so far: the higher, the better (model: ${model}).`,
    "A cell is a page.",
    groups.length > 1 &&
      `Cells beside each other share a host or a folder: thin lines part ${count(groups.length)} groups, and a thick one frames a group that holds most of the pages crawled last.`,
    names.length < pages &&
      `The maps show ${plural(names.length, "page")}: the hot ones, and a regular sample of the others.`,
    stride > 1 && `A step is ${count(stride)} pages.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Whether the table of hot pages leaves room for the curves beside it, where the page is not wide. */
const isBeside = ({ crawls, hot }: Film): boolean => crawls.length <= 3 && hot.includes(1);

/** The whole page. */
export interface PageParts {
  readonly film: Film;
  readonly title: string;
  readonly packed: string;
  readonly stylesheet: string;
  readonly script: string;
  /** Digest of the script, for the page's own security policy: "sha256-...". */
  readonly scriptDigest: string;
}

/** One file that needs nothing else; its own security policy forbids it to load anything. */
export const html = ({ film, title, packed, stylesheet, script, scriptDigest }: PageParts): string =>
  shell({
    title: `${title} - crawlbench`,
    policy: `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '${scriptDigest}'`,
    head: `<link rel="icon" href="data:,">
<style>${stylesheet}</style>`,
    body: `<i id="ground" hidden></i><i id="border" hidden></i><i id="ink" hidden></i><i id="accent" hidden></i>
<a class="skip" href="#content">Skip to the maps</a>
<header>
<p class="soft brand">crawlbench</p>
<h1 class="web">${escapeXml(title)}</h1>
<p class="about web">${escapeXml(introduction(film))}</p>
</header>
<p class="card" id="loading" role="status">Unpacking…</p>
<noscript><p class="card">This page plays crawls by its own script, and scripts are off.</p></noscript>

<section class="controls card" aria-label="Playback">
<div class="group">
<button type="button" id="first" aria-label="To the start">${icon("M3 2V14M13 2L5 8L13 14Z")}</button>
<button type="button" id="back" aria-label="One step back">${icon("M11 2L3 8L11 14Z")}</button>
<button type="button" id="play" class="play">Play</button>
<button type="button" id="forward" aria-label="One step forward">${icon("M5 2L13 8L5 14Z")}</button>
<button type="button" id="last" aria-label="To the end">${icon("M13 2V14M3 2L11 8L3 14Z")}</button>
</div>
<div class="group grow">
<label for="position" class="unshown">Pages crawled</label>
<input type="range" id="position" min="0" max="1" step="1" value="0">
<output id="position-text" for="position"></output>
</div>
<div class="group">
<label for="speed">All in</label>
<select id="speed">${speeds.map(([seconds, name]) => `<option value="${seconds}"${seconds === 30 ? " selected" : ""}>${name}</option>`).join("")}</select>
</div>
</section>

<main id="content" tabindex="-1">
<p class="unshown" id="summary" role="status"></p>
${legend(film)}
<div class="maps" style="--maps: ${film.crawls.length === 4 ? 2 : Math.min(3, film.crawls.length)}">
${film.crawls.map(map).join("\n")}
</div>
<p class="pointer soft web" id="pointer"></p>

<div class="columns${isBeside(film) ? " beside" : ""}">
<section class="card" aria-labelledby="page-heading">
<h2 id="page-heading">Why this page then?</h2>
<div class="group search">
<label for="find">Find a page</label>
<input type="text" id="find" placeholder="part of its address${film.titles ? " or title" : ""}" autocomplete="off" autocapitalize="none" spellcheck="false">
<button type="button" id="find-go">Find</button>
<span id="found-page" role="status"></span>
</div>
<p class="web name" id="page-name"></p>
<p class="soft web" id="page-about"></p>
${table("reasons", "page-heading", [["Ordering"], ["Why then: what its ordering said of it at that moment"], ["Crawled as", true], ["Seen", true], ["Waited for", true], ["First seen on"]])}
</section>

<section class="card curves" aria-labelledby="curves-heading">
<h2 id="curves-heading">P over pages crawled</h2>
<div class="chart">
<span class="axis top" aria-hidden="true">1</span><span class="axis bottom" aria-hidden="true">0</span>
<svg id="curves" viewBox="0 0 1000 300" preserveAspectRatio="none" role="img" aria-label="Curves of P over pages crawled; the table below has their numbers"></svg>
<p class="axis along" aria-hidden="true"><span>0</span><span>${count(Math.round(film.length / 2))}</span><span>${count(film.length)} pages</span></p>
</div>
<ul class="legend" aria-label="Lines">
${film.crawls.map((crawl) => `<li style="--series: ${crawl.color}">${swatch(crawl)} ${escapeXml(crawl.label)}</li>`).join("\n")}
<li><svg class="swatch ideal" viewBox="0 0 28 4" aria-hidden="true"><path d="M0 2H28"/></svg> ideal</li>
<li><svg class="swatch random" viewBox="0 0 28 4" aria-hidden="true"><path d="M0 2H28"/></svg> chance</li>
</ul>
</section>

<section class="card whole state" aria-labelledby="state-heading">
<h2 id="state-heading">State</h2>
${table("state", "state-heading", [["Ordering"], ["Hot pages crawled", true], ["P", true], ["Waiting", true], ["Where its last pages lie"], ["Crawled last"]])}
</section>

<section class="card whole hot" aria-labelledby="hot-heading"${film.hot.includes(1) ? "" : " hidden"}>
<h2 id="hot-heading">Hot pages, and when each was crawled</h2>
<p class="soft" id="hot-note"></p>
${table("hot", "hot-heading", [["Page"], [film.importance, true], ...film.crawls.map(({ label }) => [label, true] as const)])}
</section>
</div>
</main>
<footer class="soft"><p>Keys: Space plays and pauses, ← and → step, with Shift by a hundredth, Home and End go to the ends. Begin elsewhere: add #500 to the address.</p></footer>
<script type="text/plain" id="film">${packed}</script>
<script type="module">${script}</script>`,
  });

import { shell } from "../../figure/page/shell.js";

/** A chart of a value that changes: its place, the top of its scale, and its caption. */
const chart = (id: string, isLong = false): string => `<figure class="chart${isLong ? " long" : ""}">
<span class="top" id="${id}-top" aria-hidden="true"></span>
<div id="${id}"></div>
<figcaption id="${id}-caption"></figcaption>
</figure>`;

/** A figure that matters most: its number now, the last 10 minutes, and all since the start. */
const tile = (
  id: string,
  heading: string,
  unit: string,
): string => `<section class="card tile" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
<p class="now"><strong id="${id}-now">–</strong> <span id="${id}-unit">${unit}</span></p>
${chart(`${id}-recent`)}
${chart(`${id}-whole`, true)}
</section>`;

/** A table that a keyboard can scroll. */
const table = (
  id: string,
  caption: string,
  columns: readonly (readonly [name: string, isNumber?: boolean])[],
): string =>
  `<div class="scroll" tabindex="0" role="group" aria-labelledby="${id}-heading"><table role="table" id="${id}-table">
<caption class="unshown">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(([name, isNumber]) => `<th scope="col" role="columnheader"${isNumber ? ' class="number"' : ""}>${name}</th>`).join("")}</tr></thead>
<tbody role="rowgroup" id="${id}"></tbody>
</table>
<p class="soft" id="${id}-empty" hidden></p></div>`;

/** A strip whose parts are coloured by kind; the numbers stand beneath it. */
const strip = (id: string, name: string): string =>
  `<svg class="strip" id="${id}" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${name}"></svg>`;

const fact = (id: string, name: string): string => `<div><dt>${name}</dt><dd id="${id}">–</dd></div>`;

/** A fact that not every crawl has: shown where there is something to tell. */
const shownFact = (id: string, name: string): string =>
  `<div id="${id}-row" hidden><dt>${name}</dt><dd id="${id}">–</dd></div>`;

/** The page of a crawl, without any figure: its script fills it in. Nothing in it depends on the crawl. */
export const html = shell({
  title: "Crawl - crawlbench",
  head: `<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>`,
  body: `<a class="skip" href="#figures">Skip to the figures</a>
<p class="lost" id="lost" role="alert" hidden></p>
<header>
<div class="title">
<p class="soft brand">crawlbench</p>
<h1><span id="ordering">Crawl</span> <span class="state" id="state" data-state="unknown">connecting</span></h1>
<p class="reason web" id="reason"></p>
</div>
<dl class="times">
${fact("elapsed", "Crawling for")}
${fact("started", "Started")}
${fact("checkpointed", "Last on disk")}
${shownFact("processes-count", "At work")}
</dl>
</header>
<noscript><p class="lost">This page shows a running crawl by its own script, and scripts are off. The figures are also at status.json and metrics beside this page.</p></noscript>

<section class="controls card" id="controls" aria-labelledby="controls-heading">
<h2 id="controls-heading" class="unshown">Controls</h2>
<div class="group">
<button type="button" id="pause">Pause</button>
<button type="button" id="checkpoint">Checkpoint</button>
</div>
<form class="group" id="speed-form">
<label for="speed">Speed</label>
<input id="speed" type="number" min="0.1" step="any" inputmode="decimal" autocomplete="off" required aria-describedby="speed-unit">
<span id="speed-unit">requests/s</span>
<button type="submit" id="speed-set">Set</button>
<button type="button" id="speed-none">No limit</button>
</form>
<form class="group grow" id="block-form">
<label for="block">Block</label>
<input id="block" type="text" placeholder="host or domain" autocomplete="off" autocapitalize="none" spellcheck="false" required>
<button type="submit" id="block-set" aria-label="Block this host or domain">Block</button>
<button type="button" id="block-undo" aria-label="Unblock this host or domain">Unblock</button>
</form>
<div class="group end">
<button type="button" class="danger" id="stop">Stop…</button>
</div>
<p class="outcome soft web" id="outcome" role="status"></p>
</section>

<main id="figures" tabindex="-1">
<div class="tiles">
${tile("pages", "Pages", "per second")}
${tile("bytes", "Bytes of bodies", "per second")}
${tile("frontier", "Frontier", "URLs wait")}
<section class="card tile" aria-labelledby="known-heading">
<h2 id="known-heading">Hosts</h2>
<p class="now"><strong id="known-now">–</strong> <span>known</span></p>
${strip("hosts-strip", "Hosts")}
<dl class="legend">
<div id="hosts-in-use-row"><dt class="in-use">in use</dt><dd id="hosts-in-use">–</dd></div>
<div id="hosts-ready-row"><dt class="ready">ready</dt><dd id="hosts-ready">–</dd></div>
<div><dt class="waiting" id="hosts-waiting-name">waiting</dt><dd id="hosts-waiting">–</dd></div>
<div><dt class="down">down</dt><dd id="hosts-down">–</dd></div>
<div><dt class="idle">queue empty</dt><dd id="hosts-idle">–</dd></div>
</dl>
</section>
</div>

<div class="columns">
<section class="card whole" id="caches-card" aria-labelledby="caches-heading" hidden>
<h2 id="caches-heading">Misses of URL caches <span class="soft">in % of the URLs met, by entries</span></h2>
<div class="caches" id="caches-figure">
<svg id="caches-chart" viewBox="0 0 420 190" role="img" aria-label="Misses by entries"><g id="caches-plot"></g><path class="pointer" id="caches-pointer"></path></svg>
<div>
<p class="soft">At <strong id="caches-size">–</strong></p>
<dl class="legend" id="caches-legend"></dl>
</div>
</div>
<p class="soft web" id="caches-note"></p>
</section>

<section class="card whole" id="processes-card" aria-labelledby="processes-heading" hidden>
<h2 id="processes-heading">Processes <span class="soft">that share this crawl</span></h2>
${table("processes", "Processes that share this crawl", [["Process"], ["State"], ["Parts of hosts", true], ["Pages", true], ["Pages/s", true], ["Frontier", true], ["In flight", true], ["Memory", true], ["URLs sent", true], ["Received", true], ["Saved by cache", true], ["Heard", true]])}
</section>

<section class="card wide" aria-labelledby="hosts-heading">
<h2 id="hosts-heading">Progress by host <span class="soft">longest queues first</span></h2>
<p class="soft" id="hosts-note"></p>
${table("hosts", "Progress by host", [["Host"], ["State"], ["Responses", true], ["Queued", true], ["Next in", true], ["Done in", true], ["Block"]])}
</section>

<section class="card" aria-labelledby="responses-heading">
<h2 id="responses-heading">Responses <span class="soft">by status</span></h2>
${strip("responses-strip", "Responses")}
${table("responses", "Responses that are no robots.txt, by status", [["Status"], ["Count", true], ["Share", true]])}
</section>

<section class="card" aria-labelledby="basic-heading">
<h2 id="basic-heading">The crawl so far</h2>
${table("basic", "Basic statistics of the crawl", [["What"], ["Count", true]])}
</section>

<section class="card" id="tail" aria-labelledby="tail-heading">
<h2 id="tail-heading">When it ends</h2>
<dl class="facts">
${fact("tail-last", "Done last")}
${fact("tail-total", "Waits of all large queues")}
${fact("tail-speed", "The frontier at this speed")}
</dl>
<p class="soft">If no more URLs were found.</p>
</section>

<section class="card" aria-labelledby="inside-heading">
<h2 id="inside-heading">Inside</h2>
<dl class="facts">
${fact("in-flight", "Requests under way")}
${fact("speed-now", "Requests per second")}
${fact("cache", "Cache hit rate")}
${fact("memory", "Memory")}
${fact("links", "Links found")}
${fact("refused", "Not let in")}
${shownFact("near", "Near-duplicates")}
${shownFact("traps", "Traps")}
${shownFact("sent", "Sent between processes")}
${shownFact("received", "Received from others")}
${fact("blocked", "Blocked")}
</dl>
</section>

<section class="card whole" aria-labelledby="errors-heading">
<h2 id="errors-heading">Errors <span class="soft">newest first</span></h2>
${table("errors", "The last errors", [["When"], ["Fault"], ["Where"], ["What was said"]])}
</section>
</div>
</main>

<dialog id="stop-dialog" aria-labelledby="stop-heading" aria-describedby="stop-text">
<h2 id="stop-heading">Stop this crawl?</h2>
<p id="stop-text">What is under way ends, and everything is written to disk. To resume, run the same command again.</p>
<p class="group">
<button type="button" id="stop-no">Keep crawling</button>
<button type="button" class="danger" id="stop-yes">Stop the crawl</button>
</p>
</dialog>`,
});

/** Its sign among the tabs: a spider's thread. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0072b2"/><path d="M2 12L6 7L9 10L14 3" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></svg>`;

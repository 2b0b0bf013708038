import { stylesheet as base } from "../../figure/page/stylesheet.js";

/**
 * Looks of the page besides those of all pages. `--series` is the colour of a crawl, the same in every figure; in the
 * dark it is lightened.
 */
export const stylesheet = `${base}:root {
  --accent: #c2185b; --series: #595959; --unseen: #e3e5e8; --parting: #8d949c;
  --lift: #000; --much: 100%; --deep: 48%;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f0f0f0; --accent: #ff7eb6; --series: #b0b0b0; --unseen: #2b3037; --parting: #6c7580;
    --lift: #fff; --much: 72%; --deep: 38%;
  }
}
body { max-width: 90rem; }
h2 { scroll-margin-top: 9rem; }
.about { max-width: 62rem; margin-top: 0.25rem; color: var(--soft); }
footer { margin-top: 1rem; }

.controls { position: sticky; top: 0; z-index: 2; gap: 0.5rem 1.25rem; padding: 0.5rem 0.875rem; }
.group { gap: 0.375rem; }
.group.grow { flex: 1 1 18rem; flex-wrap: nowrap; gap: 0.75rem; }
.group.grow input { flex: 1 1 8rem; }
output { font-variant-numeric: tabular-nums; white-space: nowrap; }
button, input, select { padding: 0.2rem 0.7rem; min-width: 0; }
button { min-width: 2.5rem; }
button:hover { border-color: var(--link); color: var(--link); }
.icon { width: 0.875rem; height: 0.875rem; display: block; margin: 0 auto; fill: currentColor; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round; }
.play { min-width: 5rem; font-weight: bold; background: var(--link); border-color: var(--link); color: var(--ground); }
.play:hover { color: var(--ground); filter: brightness(1.1); }
input[type="range"] { padding: 0; accent-color: var(--link); border: 0; background: none; cursor: pointer; }

.maps { display: grid; grid-template-columns: repeat(var(--maps), minmax(0, 1fr)); gap: 0.75rem; }
.map h2, .legend li { display: flex; align-items: center; gap: 0.5rem; }
.swatch { flex: none; width: 1.75rem; height: 0.25rem; overflow: visible; color: color-mix(in srgb, var(--series) var(--much), var(--lift)); }
.swatch path { stroke: currentColor; stroke-width: 3; }
.now { font-variant-numeric: tabular-nums; }
.stage { max-width: 36rem; margin: 0 auto; line-height: 0; text-align: center; }
.sheet { display: inline-block; position: relative; cursor: crosshair; touch-action: manipulation; }
.stage canvas { max-width: 100%; }
.stage canvas + canvas { position: absolute; left: 0; top: 0; }
.where { margin-top: 0.5rem; line-height: 1.35; }
#ground { color: var(--card); } #border { color: var(--parting); } #ink { color: var(--ink); } #accent { color: var(--accent); }
i.unseen { color: var(--unseen); }
i.waiting { color: color-mix(in srgb, var(--series) 50%, var(--card)); }
i.crawled { color: color-mix(in srgb, var(--series) var(--much), var(--lift)); }
i.recent { color: color-mix(in srgb, var(--series) var(--deep), var(--lift)); }

.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.625rem 0 0; font-size: 0.8125rem; color: var(--soft); }
.legend i { flex: none; width: 0.8em; height: 0.8em; }
.legend.key { margin: 0 0 0.75rem; }
.legend.key i + i { margin-left: -0.375rem; }
.cell { background: currentColor; }
.cell.waiting { background: none; border: 2px solid currentColor; }
.cell.unseen { background: currentColor; transform: scale(0.7); outline: 1px solid var(--parting); }
.circle { border: 2px solid var(--ink); border-radius: 50%; background: var(--card); }
.circle.filled { background: var(--ink); }
.box { border: 2px solid var(--ink); }
.box.selected { border-color: var(--accent); }
.pointer { margin: 0.375rem 0 0.75rem; min-height: 1.45em; }

.columns { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
.search { margin: 0.5rem 0; }
.search label { font-weight: bold; }
.search input { flex: 1 1 10rem; }
.name { font-weight: bold; }
.chart { position: relative; padding: 0.375rem 0 0 1.25rem; }
.chart svg#curves { display: block; width: 100%; height: 13rem; border-left: 1px solid var(--edge); border-bottom: 1px solid var(--edge); cursor: ew-resize; overflow: visible; touch-action: pan-y; }
.axis { color: var(--soft); font-size: 0.75rem; font-variant-numeric: tabular-nums; }
.axis.top, .axis.bottom { position: absolute; left: 0; line-height: 1; }
.axis.top { top: 0.2rem; }
.axis.bottom { bottom: 1.2rem; }
.axis.along { display: flex; justify-content: space-between; line-height: 1.5; }
#curves path { fill: none; }
.curve { stroke: color-mix(in srgb, var(--series) var(--much), var(--lift)); stroke-width: 2; stroke-linejoin: round; }
.dot { stroke: color-mix(in srgb, var(--series) var(--much), var(--lift)); stroke-width: 9; stroke-linecap: round; }
.grid { stroke: var(--line); }
.reference { stroke: var(--edge); stroke-width: 1; }
.reference.random, .swatch.random path { stroke-dasharray: 2 3; }
.swatch.ideal path, .swatch.random path { stroke-width: 1.5; }
.cursor { stroke: var(--ink); stroke-width: 1.5; }

.scroll { margin-top: 0.5rem; }
.hot .scroll { max-height: 22rem; }
tbody th { min-width: 8rem; }
td.web { min-width: 11rem; }
thead .number { white-space: normal; }
button.page { display: inline; min-height: 0; padding: 0.2rem 0; margin: -0.2rem 0; border: 0; background: none; color: var(--link); text-align: left; text-decoration: underline; overflow-wrap: anywhere; }

@media (max-width: 86rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  .columns > * { grid-column: 1 / -1; }
}
@media (min-width: 60rem) and (max-width: 86rem) {
  .stage { max-width: 28rem; }
  .columns.beside { grid-template: "why why" auto "state state" auto "curves hot" auto / minmax(0, 2fr) minmax(0, 3fr); }
  .beside .curves { grid-area: curves; }
  .beside .state { grid-area: state; }
  .beside .hot { grid-area: hot; }
  .beside .hot .scroll { max-height: 15rem; }
  .beside .chart svg#curves { height: 10rem; }
}
@media (max-width: 60rem) { .maps { grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); } }
@media (max-width: 30rem) {
  body { padding: 0 0.625rem 1.5rem; }
  .controls { gap: 0.375rem; padding: 0.375rem 0.5rem; }
  .group.grow { order: 1; flex-wrap: wrap; gap: 0 0.5rem; }
  .controls button { min-width: 2.125rem; padding: 0.2rem 0.4rem; }
  .controls .play { min-width: 4.25rem; }
  .controls select { max-width: 7rem; padding: 0.2rem 0.25rem; }
  .controls label[for="speed"] { position: absolute; clip-path: inset(50%); }
}
@media (prefers-contrast: more) { :root { --line: var(--edge); --soft: var(--ink); } }
@media print { .search { display: none; } }`;

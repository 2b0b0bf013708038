import { DARK_GROUND } from "../both-themes.js";
import { palette } from "../page/stylesheet.js";

/**
 * Looks of the report: light and dark by the reader's setting, charts too, plain on paper. No fonts are loaded.
 */
export const stylesheet = `${palette}
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 "DejaVu Sans", Verdana, system-ui, sans-serif; }
header, main { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.75rem 0 0.25rem; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2rem 0 0.5rem; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible, .chart:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 0.5rem; top: 0.5rem; background: var(--ground); padding: 0.5rem; z-index: 1; }
.soft, figcaption, caption { color: var(--soft); font-size: 0.875rem; }
.paper { margin: 0.75rem 0; padding: 0.25rem 1rem; border-left: 4px solid var(--line); }
sup, sub { line-height: 1; }
figure { margin: 1rem 0; }
.chart { background: #fff; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem; overflow-x: auto; }
.chart svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
.chart .narrow { display: none; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.8125rem; width: 100%; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); }
th { background: var(--card); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { white-space: normal; }
#counts thead th + th { text-align: right; }
nav li { margin: 0.15rem 0; }
nav.pages { border-bottom: 1px solid var(--line); font-size: 0.8125rem; }
nav.pages ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; margin: 0; padding: 0.5rem 0; }
nav.pages [aria-current] { color: var(--ink); font-weight: bold; text-decoration: none; }
.finding { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 2rem; align-items: start; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.finding h2 { margin: 0 0 0.5rem; }
.finding p, .finding figure { margin: 0 0 0.5rem; }
@media (min-width: 72rem) { .finding { grid-template-columns: 24rem 1fr; } }
figcaption table { color: var(--ink); }
td .soft { font-size: 0.8125rem; }
#ledger td:nth-child(3) { min-width: 8rem; max-width: 10rem; overflow-wrap: anywhere; }
#ledger td:nth-child(4), #ledger td:nth-child(5) { min-width: 14rem; }
.grid td:first-child { min-width: 15rem; }
.grid :is(th, td) { padding: 0.3rem 0.25rem; }
.grid .verdict { font-size: 0.6875rem; padding: 0 0.3em; }
.claims { list-style: none; padding: 0; font-size: 0.9375rem; }
.claims li { border-top: 1px solid var(--line); }
.claims dl { margin: 0.25rem 1rem 0.75rem; font-size: 0.875rem; }
#filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: center; position: sticky; top: 0; z-index: 1; padding: 0.5rem 0; background: var(--ground); border-bottom: 1px solid var(--line); }
#filter p { margin: 0; }
#filter[hidden] { display: none; }
select, input, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 4px; padding: 0.25rem; max-width: 100%; }
summary { cursor: pointer; padding: 0.25rem 0; }
details.web { border: 1px solid var(--line); border-radius: 6px; padding: 0 0.75rem; margin: 0.5rem 0; }
.verdict { background: color-mix(in srgb, var(--line) 40%, var(--ground)); display: inline-block; white-space: nowrap; border-radius: 4px; padding: 0 0.5em; font-weight: bold; border: 1px solid transparent; }
dt { font-weight: bold; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
@media print, (max-width: 60rem) {
  #ledger thead { display: none; }
  #ledger table, #ledger caption, #ledger tbody, #ledger tr:not([hidden]), #ledger td { display: block; max-width: none; }
  #ledger tr { border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
  #ledger td { border: none; padding: 0.1rem 0; }
  #ledger td:nth-child(2):not(:empty)::before { content: "this report: "; }
}
@media screen { #ledger tr.later { display: none; } }
#more { margin: 1rem 0; }
@media print, (max-width: 60rem) {
  .grid thead { display: none; }
  .grid table, .grid caption, .grid tbody { display: block; }
  .grid tr { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; border-bottom: 1px solid var(--line); padding: 0.4rem 0; }
  .grid :is(td, th) { border: none; padding: 0; background: none; }
  .grid :first-child:is(td, th) { flex: 1 0 100%; }
  .grid td:empty { display: none; }
  .grid td[data-web]::before { content: attr(data-web) " "; }
}
@media (max-width: 40rem) {
  #filter { position: static; gap: 0.25rem 0.75rem; font-size: 0.8125rem; }
  #filter :is(select, input) { max-width: 9rem; }
  .chart { padding: 0.125rem; }
  details.web { padding: 0 0.25rem; }
  .chart .wide { display: none; }
  .chart .narrow { display: block; }
  .chart.scrolls svg { min-width: calc(0.92px * var(--width)); }
  .chart.scrolls::before { content: "Scroll sideways to see all of it →"; position: sticky; left: 0.25rem; color: var(--soft); font-size: 0.75rem; }
}
@media (prefers-color-scheme: dark) {
  .chart { background: ${DARK_GROUND}; }
}
@media print {
  :root { font-size: 0.8125rem; color-scheme: light; --ground: #fff; --ink: #000; --soft: #333; --line: #999; --card: #eee; --link: #000; }
  details.data, nav, #filter, #more, .skip { display: none; }
  .scroll { max-height: none; overflow: visible; }
  .finding { display: block; }
  figure, tr, .paper, .finding > div { break-inside: avoid; }
  h2, .paper, summary { break-after: avoid; }
  .chart svg { max-height: 8.5cm; }
  .verdict { border-color: #000; }
}`;

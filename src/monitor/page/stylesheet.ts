import { stylesheet as base } from "../../figure/page/stylesheet.js";
import { curveStyles } from "./curve-styles.js";
import { processStyles } from "./process-styles.js";

/**
 * Looks of the page besides those of all pages. Colours of what is drawn are Okabe and Ito's; text in colour has a contrast of 4.5 and
 * more on its ground.
 */
export const stylesheet = `${base}:root {
  --good: #00664a; --warn: #7a4b00; --bad: #a83200;
  --blue: #0072b2; --green: #009e73; --orange: #e69f00; --red: #d55e00; --purple: #a5527f; --sky: #2b8fc9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --good: #5fd3ac; --warn: #ecc06a; --bad: #ff9a70;
    --blue: #56b4e9; --green: #2fb98d; --orange: #e69f00; --red: #f0834a; --purple: #cc79a7; --sky: #a6d8f5;
  }
}
body { max-width: 84rem; }
h1 { overflow-wrap: anywhere; display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; }
h2 .soft { font-weight: normal; margin-left: 0.35em; }

header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.75rem 2rem; }
.title { flex: 1 1 30rem; min-width: 0; }
#ordering { min-width: 0; }
.reason { margin-top: 0.25rem; min-height: 1.45em; }
.reason[data-state="stopped"], .reason[data-state="done"] { margin-top: 0.5rem; padding: 0.6rem 1rem; border: 1px solid var(--good); border-left-width: 6px; border-radius: 6px; background: var(--card); font-weight: bold; }
.times { display: flex; flex-wrap: wrap; gap: 0.5rem 1.75rem; align-items: end; }
.times dt { color: var(--soft); font-size: 0.8125rem; }
.times dd { font-variant-numeric: tabular-nums; white-space: nowrap; }
.state { font-size: 0.875rem; line-height: 1.4; border: 1px solid currentColor; border-radius: 1em; padding: 0 0.75em; color: var(--soft); }
.state::before { content: ""; display: inline-block; width: 0.55em; height: 0.55em; margin-right: 0.45em; border-radius: 50%; background: currentColor; }
.state[data-state="running"] { color: var(--good); }
.state[data-state="paused"], .state[data-state="draining"] { color: var(--warn); }
.lost { position: sticky; top: 0; z-index: 1; margin: 0.75rem 0 0; padding: 0.6rem 1rem; border: 1px solid var(--bad); border-left-width: 6px; border-radius: 6px; background: var(--card); color: var(--bad); font-weight: bold; }
.lost:not([hidden]) ~ main { filter: grayscale(1); }
.lost:not([hidden]) ~ main svg { opacity: 0.5; }

.controls { gap: 0.625rem 1.5rem; padding: 0.625rem 0.875rem; }
.group { gap: 0.5rem; margin: 0; }
.group.grow { flex: 1 1 17rem; }
.group.grow input { flex: 1 1 9rem; }
.group.end { margin-left: auto; }
.outcome { flex-basis: 100%; }
.outcome:empty { display: none; }
label { font-weight: bold; }
button, input { padding: 0.2rem 0.75rem; }
button:hover:not(:disabled) { border-color: var(--link); color: var(--link); }
button:disabled { cursor: default; opacity: 0.55; }
input { min-width: 0; }
#speed { width: 7.5rem; }
.danger { color: var(--bad); border-color: currentColor; }
button.danger:hover:not(:disabled) { background: var(--bad); border-color: var(--bad); color: var(--ground); }
button.small { min-height: 1.5rem; padding: 0 0.5rem; font-size: 0.75rem; line-height: 1.2; white-space: nowrap; }

.tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.75rem; margin-bottom: 0.75rem; }
.now { overflow-wrap: anywhere; }
.chart { position: relative; margin-top: 0.375rem; color: var(--blue); }
.chart svg { display: block; width: 100%; height: 3.75rem; border-bottom: 1px solid var(--line); cursor: crosshair; }
.chart.long svg { height: 1.75rem; }
.chart figcaption, .chart .top { color: var(--soft); font-size: 0.75rem; line-height: 1.5; font-variant-numeric: tabular-nums; }
.chart .top { position: absolute; right: 0; bottom: 0; }
.line { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round; }
.area { fill: currentColor; opacity: 0.16; }
.pointer { stroke: var(--ink); stroke-width: 1; }
.strip { display: block; width: 100%; height: 1.125rem; margin: 0.5rem 0 0.625rem; border-radius: 3px; background: var(--line); }
.strip .in-use, .strip .class-3 { fill: var(--blue); }
.strip .ready, .strip .class-2 { fill: var(--green); }
.strip .waiting, .strip .class-4 { fill: var(--orange); }
.strip .idle { fill: var(--edge); }
.strip .down, .strip .class-5 { fill: var(--red); }
#responses-strip { height: 0.5rem; }
.legend div { display: flex; justify-content: space-between; padding: 0.1875rem 0; border-bottom: 1px solid var(--line); }
.legend div:last-child { border: 0; }
.legend dd { font-variant-numeric: tabular-nums; }
.legend dt::before, .dot::before { content: ""; display: inline-block; width: 0.7em; height: 0.7em; margin-right: 0.5em; border-radius: 2px; background: currentColor; }
.legend .in-use::before, .dot.class-3::before { background: var(--blue); }
.legend .ready::before, .dot.class-2::before { background: var(--green); }
.legend .waiting::before, .dot.class-4::before { background: var(--orange); }
.legend .idle::before { background: var(--edge); }
.legend .down::before, .dot.class-5::before { background: var(--red); }

.columns { grid-template-columns: repeat(4, minmax(0, 1fr)); }
.wide { grid-column: span 2; grid-row: span 2; display: flex; flex-direction: column; }
.wide .scroll { flex: 1 1 0; min-height: 24rem; }
.scroll { margin-top: 0.375rem; }
.whole .scroll { max-height: 24rem; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: 0.75rem; }
.part { padding-left: 1rem !important; color: var(--soft); }
#hosts th, #hosts td { vertical-align: middle; }
#hosts td:nth-child(2) { white-space: nowrap; }
.time, .fault { white-space: nowrap; font-variant-numeric: tabular-nums; }
.is-in-use { color: var(--link); }
.is-ready, .is-running { color: var(--good); }
.is-waiting, .is-paused, .is-draining, .is-joining, .is-leaving { color: var(--warn); }
.is-down, .is-blocked, .is-away { color: var(--bad); }
.is-done, .is-stopped { color: var(--soft); }
.facts div { padding: 0.25rem 0; border-bottom: 1px solid var(--line); }
.facts div:last-child { border: 0; }
.facts dt { color: var(--soft); font-size: 0.75rem; }
.facts dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.facts + .soft { margin-top: 0.375rem; }

dialog { max-width: 27rem; background: var(--ground); color: var(--ink); border: 1px solid var(--edge); border-radius: 10px; padding: 1.25rem; }
dialog::backdrop { background: rgb(0 0 0 / 55%); }
dialog h2 { font-size: 1.125rem; }
dialog p { margin-top: 0.75rem; }
dialog .group { justify-content: end; margin-top: 1.25rem; }

@media (max-width: 70rem) {
  .tiles, .columns { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (max-width: 40rem) {
  body { padding: 0 0.75rem 1.5rem; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .wide { grid-column: auto; grid-row: auto; }
  .tiles { gap: 0.5rem; }
  .tile { padding: 0.625rem; }
  .now strong { font-size: 1.375rem; }
  .now span { font-size: 0.75rem; }
  .group.end { margin-left: 0; }
  .controls { gap: 0.625rem; }
  .group { flex: 1 1 100%; }
  .group button { flex: 1 1 auto; }
  #speed-form label { order: -2; }
  #speed-unit { order: -1; flex: 1 1 60%; color: var(--soft); }
  #speed { flex: 1 1 6.5rem; width: 6.5rem; }
  #block-form label { flex: 1 1 100%; }
  .wide .scroll { max-height: 26rem; }
  button, input { min-height: 2.75rem; padding: 0.2rem 0.625rem; }
  button.small { min-height: 2.25rem; margin-left: auto; }
  :is(#hosts-table, #errors-table, #processes-table) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  :is(#hosts, #errors, #processes) tr { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.875rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  :is(#hosts, #errors, #processes) :is(th, td) { border: 0; padding: 0; }
  #hosts th, #errors .web { flex: 1 1 100%; }
  #hosts th { font-weight: bold; }
  #hosts td:last-child { flex: 0 0 auto; margin-left: auto; }
  #hosts .number::before { color: var(--soft); }
  #hosts td:nth-child(3)::before { content: "responses "; }
  #hosts td:nth-child(4)::before { content: "queued "; }
  #hosts td:nth-child(5)::before { content: "next in "; }
  #hosts td:nth-child(6)::before { content: "done in "; }
}
@media (prefers-reduced-motion: no-preference) {
  .state[data-state="running"]::before { animation: pulse 2s ease-in-out infinite; }
}
@keyframes pulse { 50% { opacity: 0.35; } }
${curveStyles}${processStyles}`;

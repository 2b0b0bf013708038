import { palette } from "../page/stylesheet.js";

/**
 * Looks of the report: light and dark by the reader's setting, charts always on white, plain on paper. No fonts are
 * loaded.
 */
export const stylesheet = `${palette}
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 "DejaVu Sans", Verdana, system-ui, sans-serif; }
header, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 2rem 0 0.5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 0.5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible, .chart:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 0.5rem; top: 0.5rem; background: var(--ground); padding: 0.5rem; z-index: 1; }
.soft, figcaption, caption { color: var(--soft); font-size: 0.875rem; }
blockquote { margin: 0.75rem 0; padding: 0.25rem 1rem; border-left: 4px solid var(--line); }
figure { margin: 1rem 0; }
.chart { background: #fff; border: 1px solid var(--line); border-radius: 6px; padding: 0.5rem; overflow-x: auto; }
.chart svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.8125rem; width: 100%; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); }
th { background: var(--card); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
nav li { margin: 0.15rem 0; }
section section { border-top: 1px solid var(--line); margin-top: 2rem; }
summary { cursor: pointer; padding: 0.25rem 0; }
details.web { border: 1px solid var(--line); border-radius: 6px; padding: 0 0.75rem; margin: 0.5rem 0; }
.verdict { display: inline-block; white-space: nowrap; border-radius: 4px; padding: 0 0.5em; font-weight: bold; border: 1px solid transparent; }
dt { font-weight: bold; }
dd { margin: 0 0 0.5rem; overflow-wrap: anywhere; }
@media print {
  :root { color-scheme: light; --ground: #fff; --ink: #000; --soft: #333; --line: #999; --card: #eee; --link: #000; }
  details.data, nav, .skip { display: none; }
  .scroll { max-height: none; overflow: visible; }
  figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .verdict { border-color: #000; }
}`;

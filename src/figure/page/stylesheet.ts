/** Colours of all pages: light and dark by the reader's setting. */
export const palette = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1c1c1c; --soft: #595959; --line: #d0d0d0; --card: #f6f6f6; --link: #00548a; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181b; --ink: #e8e8e8; --soft: #b0b0b0; --line: #43474d; --card: #202328; --link: #7cc0f0; }
}
* { box-sizing: border-box; }`;

/**
 * Looks of pages that are worked with: dense, since they are looked at and not read. A page appends its own rules. Text
 * has a contrast of 4.5 and more on its ground.
 */
export const stylesheet = `${palette}
:root { --field: #fff; --edge: #767676; }
@media (prefers-color-scheme: dark) {
  :root { --field: #16181b; --edge: #8a8f96; }
}
[hidden] { display: none !important; }
body { margin: 0 auto; padding: 0 1rem 2rem; background: var(--ground); color: var(--ink); font: 0.875rem/1.45 "DejaVu Sans", Verdana, system-ui, sans-serif; }
h1, h2, p, dl, dd, ul, figure { margin: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 0.9375rem; line-height: 1.3; }
.soft { color: var(--soft); font-size: 0.8125rem; }
.web { unicode-bidi: isolate; overflow-wrap: anywhere; }
.unshown { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100rem; color: var(--link); }
.skip:focus { left: 0.5rem; top: 0.5rem; background: var(--ground); padding: 0.5rem; z-index: 3; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
header { padding: 1rem 0 0.875rem; }
.brand { letter-spacing: 0.04em; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 0.875rem; min-width: 0; }
.controls { display: flex; flex-wrap: wrap; align-items: center; margin-bottom: 0.75rem; }
.group { display: flex; flex-wrap: wrap; align-items: center; }
button, input, select { font: inherit; color: inherit; min-height: 2.125rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--field); }
button { cursor: pointer; }
input::placeholder { color: var(--soft); opacity: 1; }
.now { color: var(--soft); }
.now strong { font-size: 1.75rem; line-height: 1.3; font-variant-numeric: tabular-nums; color: var(--ink); letter-spacing: -0.01em; }
.columns { display: grid; gap: 0.75rem; }
.whole { grid-column: 1 / -1; }
.scroll { overflow: auto; }
table { border-collapse: collapse; font-size: 0.8125rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { position: sticky; top: 0; background: var(--card); color: var(--soft); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
@media print { .controls, .skip { display: none; } .scroll { max-height: none !important; } }
`;

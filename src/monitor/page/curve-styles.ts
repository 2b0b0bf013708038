/** Looks of the curves of URL caches. MIN, which no policy beats, is told by its dashes, and not by colour alone. */
export const curveStyles = `
.caches { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 0.375rem 0; }
.caches > svg { flex: 1 1 20rem; min-width: 0; max-width: 32rem; cursor: crosshair; }
.caches > div { flex: 1 1 12rem; max-width: 22rem; }
.caches .legend { margin-top: 0.25rem; }
.caches .soft strong { color: var(--ink); }
.caches .tick { font-size: 11px; fill: var(--soft); }
.caches .grid { stroke: var(--line); stroke-width: 1; }
.curve { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linejoin: round; }
.curve-0, .legend .curve-0::before { color: var(--blue); }
.curve-1, .legend .curve-1::before { color: var(--red); }
.curve-2, .legend .curve-2::before { color: var(--green); }
.curve-3, .legend .curve-3::before { color: var(--purple); }
.curve-4, .legend .curve-4::before { color: var(--sky); }
.curve-5, .legend .curve-5::before { color: var(--orange); }
.legend dt[class^="curve-"] { color: inherit; }
.curve.bound, .legend .bound::before { color: var(--soft); }
.curve.bound { stroke-dasharray: 5 3; }
.legend .bound::before { height: 0.2em; vertical-align: 0.25em; }
@media (max-width: 40rem) {
  .caches > div { max-width: none; }
  .caches .tick { font-size: 13px; }
}
`;

/**
 * How deep the tests go, read here and nowhere else. `npm test` shows what a change breaks, with fixed and small
 * numbers: the same on every machine. `npm run prove` takes all kills, all sequences, every notebook and the real data.
 */
export const proving = process.env.CRAWLBENCH_DEPTH === "prove";

/**
 * What a test takes at the depth of this run. A file that asks is run at both depths; one whose name ends in
 * `.prove.ts` is part of `npm run prove` alone.
 */
export function depth<T>({ everyday, prove }: { readonly everyday: T; readonly prove: T }): T {
  return proving ? prove : everyday;
}

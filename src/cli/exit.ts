/**
 * Exit codes: all is well, an error, a claim disagrees that agreed before, pages of a shared crawl are missing that are
 * known to be, stopped by Ctrl-C.
 */
export const EXIT = { well: 0, error: 1, disagrees: 3, missing: 4, stopped: 130 } as const;

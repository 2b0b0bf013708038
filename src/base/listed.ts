/** "urls", "urls and text", "urls, anchors and text" */
export const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");

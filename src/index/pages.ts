// One page of HTML: its links and words, and what selectors find on it.

export { extract } from "../page/html/extract.js";
export { parsePage } from "../page/html/parse-page.js";

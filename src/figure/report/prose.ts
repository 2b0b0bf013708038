import { escapeXml } from "../../base/escape-xml.js";
import { written } from "../short-named.js";

/**
 * A text as HTML: what stands between backticks is code, between asterisks emphasis; elsewhere 2^14 has an exponent, and
 * P_ST an index, and orderings have the names that people write.
 */
export const prose = (text: string): string =>
  escapeXml(text)
    .split(/`([^`]*)`/)
    .map((part, i) => (i % 2 === 1 ? `<code>${part}</code>` : raised(written(part))))
    .join("");

const raised = (text: string): string =>
  text
    .replace(/(?<![\w*])\*([a-z][a-z ]*[a-z])\*(?![\w*])/gi, "<em>$1</em>")
    .replace(/(?<=\w)\^(?:(-?\d+|[a-z]\b)|\(([^()]*)\))/g, "<sup>$1$2</sup>")
    .replace(/\b([A-Za-z])_([A-Za-z]{1,3})\b/g, "$1<sub>$2</sub>");

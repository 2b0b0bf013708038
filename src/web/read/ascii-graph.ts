import { plural } from "../../base/numbers.js";
import { GraphBuilder } from "../graph/builder.js";
import { checkPages, type GraphFormat, malformed } from "./format.js";
import { eachLine, headLines, Line } from "./lines.js";

const NAME = "ASCIIGraph";
const ARE_LINKS = "If each line is a link, FROM TO, below a count of pages, delete the first line.";

/**
 * WebGraph's ASCIIGraph: the number of pages on the first line, then one line of successors for each page, empty for a
 * page without links. Pages are numbered from 0.
 *
 * Two numbers on every line, some not in ascending order, as WebGraph has successors, are links: they are refused.
 *
 * Every line, the last too, must end with a newline: without it nothing tells a whole last line from one that was cut.
 */
export const asciiGraph: GraphFormat = {
  kind: "format",
  name: "ascii-graph",
  title: "ASCIIGraph",
  source: "Boldi and Vigna 2004, WebGraph, class ASCIIGraph",

  sniff(head) {
    const lines = headLines(head, true); // a line that is cut is one of numbers still
    return lines.length > 1 && /^\s*\d+\s*$/.test(lines[0]) && lines.slice(1).every((line) => /^[\d \t]*$/.test(line));
  },

  async read(bytes, options = {}) {
    const line = new Line(NAME);
    const links = new GraphBuilder();
    let size = -1;
    let page = 0;
    /** Lines below the first that hold two numbers, and those of them that do not ascend. */
    let pairs = 0;
    let falling = 0;
    await eachLine(bytes, line, () => {
      if (!line.terminated && line.number > 1) {
        line.fail(
          "a newline at the end of the file: without it the last line may be cut short",
          "If the file is whole, end it with a newline: echo >> FILE",
        );
      }
      if (size < 0) {
        size = line.integer("the number of pages");
        line.finish("the number of pages, alone on the first line");
        checkPages(NAME, { line: 1 }, size);
      } else if (page < size) {
        let count = 0;
        let last = 0;
        let falls = false;
        while (!line.done) {
          const target = line.integer(`successors from 0 to ${size - 1}`);
          if (target >= size)
            line.fail(
              `successors from 0 to ${size - 1}`,
              pairs === page ? ARE_LINKS : "The first line says how many pages there are.",
            );
          links.add(page, target);
          falls ||= target < last;
          last = target;
          count++;
        }
        if (count === 2) pairs++;
        if (count === 2 && falls) falling++;
        page++;
      } else if (!line.done) {
        line.fail(
          `the end of the file after the lines of ${plural(size, "page")}`,
          pairs === page ? ARE_LINKS : undefined,
        );
      }
    });
    if (page < size || size < 0) {
      const found = size < 0 ? "an empty file" : `${page}, then the end of the file`;
      const expected = size < 0 ? "the number of pages" : `one line for each of ${size} pages`;
      const next = `The file is cut short: fetch it again.${page > 0 && pairs === page ? ` ${ARE_LINKS}` : ""}`;
      throw malformed(NAME, { line: line.number }, expected, found, next);
    }
    if (pairs === page && falling > 0)
      throw malformed(NAME, { line: 1 }, "successors of each page", "two numbers on every line", ARE_LINKS);
    return links.build({ size, ...options });
  },
};

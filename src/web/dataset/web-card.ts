import { inspect } from "node:util";
import { counted } from "../../base/numbers.js";
import { reach } from "../graph/reach.js";
import { type Capability, changed, nameOf, type Web } from "../web.js";

/** What a person wants to know of a web: size, what it carries, where crawls start and how far they get. */
export function webCard(web: Web): string {
  const { name, graph, found, capabilities, start } = web;
  const dropped =
    found.links === graph.links
      ? ""
      : ` of ${counted(found.links)} as stored (${counted(found.selfLinks)} self-links, ${counted(found.duplicates)} repeats)`;
  const reached = reach(graph, [start]).pages;
  return [
    `${name}: ${counted(graph.size)} pages, ${counted(graph.links)} links${dropped}`,
    `  carries ${capabilities.join(", ")}`,
    `  start ${nameOf(web, start)} reaches ${counted(reached)} pages (${((100 * reached) / graph.size).toFixed(0)} %)`,
  ].join("\n");
}

/** The same web; as the last line of a cell, or in console.log, it shows its card in place of its arrays. */
export function showingItself<C extends Capability>(web: Web<C>): Web<C> {
  return Object.defineProperty(changed(web, {}), inspect.custom, {
    value(this: Web) {
      return webCard(this);
    },
    enumerable: true,
  });
}

import { inspect } from "node:util";
import { reach } from "../graph/reach.js";
import { type Capability, nameOf, type Web } from "../graph/web.js";

/** What a person wants to know of a web: size, what it carries, where crawls start and how far they get. */
export function webCard(web: Web): string {
  const { name, graph, found, capabilities, start } = web;
  const count = (value: number) => value.toLocaleString("en");
  const dropped =
    found.links === graph.links
      ? ""
      : ` of ${count(found.links)} as stored (${count(found.selfLinks)} self-links, ${count(found.duplicates)} repeats)`;
  const reached = reach(graph, [start]).pages;
  return [
    `${name}: ${count(graph.size)} pages, ${count(graph.links)} links${dropped}`,
    `  carries ${capabilities.join(", ")}`,
    `  start ${nameOf(web, start)} reaches ${count(reached)} pages (${((100 * reached) / graph.size).toFixed(0)} %)`,
  ].join("\n");
}

/** The same web; as the last line of a cell, or in console.log, it shows its card in place of its arrays. */
export function showingItself<C extends Capability>(web: Web<C>): Web<C> {
  return Object.defineProperty({ ...web }, inspect.custom, {
    value(this: Web) {
      return webCard(this);
    },
    enumerable: true,
  });
}

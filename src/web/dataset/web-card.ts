import type { Face } from "../../base/face/face.js";
import { showing } from "../../base/face/result.js";
import { counted, inPercent, plural } from "../../base/numbers.js";
import { reach } from "../graph/reach.js";
import { changed, nameOf, type Web } from "../web.js";
import { datasets } from "./card.js";

/** The same in a notebook, with what the catalogue says of it. */
function webFace(web: Web): Face {
  const { name, graph, capabilities, start, found } = web;
  const reached = reach(graph, [start]).pages;
  const row = {
    pages: graph.size,
    links: graph.links,
    ...(found.links !== graph.links && { "links as stored": found.links }),
    start: nameOf(web, start),
    "start reaches": `${counted(reached)} (${inPercent(reached / graph.size, 0)})`,
    carries: capabilities.join(", "),
  };
  const card = datasets().find(({ id }) => id === name);
  return {
    say: card ? `${card.title} (${name})` : `The web ${name}`,
    tables: [{ rows: [row] }],
    notes: [
      ...(card ? [`Licence: ${card.licence}. Snapshot: ${card.snapshot}.`] : []),
      ...(card?.quirks ?? []).map((quirk) => `Note: ${quirk}`),
      ...notReadOf(web),
    ],
  };
}

/** A line on what of the source was left out, if anything was. */
export const notReadOf = ({ ignored = [] }: Web): string[] =>
  ignored.length === 0 ? [] : [`Not read: ${ignored.join("; ")}.`];

/** What a person wants to know of a web: size, what it carries, where crawls start and how far they get. */
function webCard(web: Web): string {
  const { name, graph, found, capabilities, start } = web;
  const dropped =
    found.links === graph.links
      ? ""
      : ` of ${counted(found.links)} as stored (${counted(found.selfLinks)} self-links, ${counted(found.duplicates)} repeats)`;
  const reached = reach(graph, [start]).pages;
  return [
    `${name}: ${plural(graph.size, "page")}, ${plural(graph.links, "link")}${dropped}`,
    `  carries ${capabilities.join(", ")}`,
    `  start ${nameOf(web, start)} reaches ${plural(reached, "page")} (${((100 * reached) / graph.size).toFixed(0)} %)`,
    ...notReadOf(web).map((line) => `  ${line}`),
  ].join("\n");
}

/** The same web; as the last line of a cell, or in console.log, it shows its card in place of its arrays. */
export const showingItself = <W extends Web>(web: W): W => withCard(changed(web, {}));

const withCard = showing(webFace, webCard, { inCopies: true });

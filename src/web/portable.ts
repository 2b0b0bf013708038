import type { Material } from "../base/crew/crew.js";
import { type Columns, sentColumns } from "./columns.js";
import { shared, sharedNumbers } from "./graph/graph.js";
import type { Web } from "./web.js";

/** What crawls by links read of a web: facts, graph, and the columns that are sent. */
export type PortableWeb = Pick<Web, "name" | "sha256" | "start" | "capabilities" | "found" | "graph"> & Columns;

const factsOf = ({ name, sha256, start, capabilities, found }: PortableWeb) => ({
  name,
  sha256,
  start,
  capabilities,
  found,
});

/** What threads are given of a web: its numbers are shared by all, not copied for each. */
export function portableWeb(web: PortableWeb): PortableWeb {
  const columns = sentColumns(web).map(([name, values]) => [name, sharedNumbers(values)]);
  return { ...factsOf(web), graph: shared(web.graph), ...Object.fromEntries(columns) };
}

/** What other machines are given of a web. */
export function webMaterial(web: PortableWeb): Material {
  const columns = sentColumns(web);
  const { offsets, targets } = web.graph;
  return {
    facts: { ...factsOf(web), columns: columns.map(([name]) => name) },
    arrays: [offsets, targets, ...columns.map(([, values]) => values)],
  };
}

/** The web again. */
export function webOfMaterial({ facts, arrays }: Material): PortableWeb {
  const [offsets, targets, ...values] = arrays;
  const { columns, ...known } = facts as ReturnType<typeof factsOf> & { readonly columns: readonly string[] };
  const graph = { size: offsets.length - 1, links: targets.length, offsets, targets };
  return { ...known, graph, ...Object.fromEntries(columns.map((name, i) => [name, values[i]])) };
}

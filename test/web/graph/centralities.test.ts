import { DirectedGraph } from "graphology";
import { expect, it } from "vitest";
import { CENTRALITIES } from "../../../src/web/graph/centralities.js";

it("closeness counts how many pages lead to a page, too, as Wasserman and Faust do: on a path 0, 1/3, 4/9, 1/2", () => {
  const graph = new DirectedGraph();
  for (const page of [0, 1, 2, 3]) graph.addNode(page);
  for (const page of [0, 1, 2]) graph.addEdge(page, page + 1);
  // k of 3 others lead to page k, at distances 1 .. k: (k / 3) * k / (1 + ... + k)
  const values = Object.values(CENTRALITIES.closeness.of(graph));
  for (const [page, value] of [0, 1 / 3, 4 / 9, 1 / 2].entries()) expect(values[page]).toBeCloseTo(value, 12);
});

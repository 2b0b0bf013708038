import { libraryOrderings, libraryTopicOrderings } from "../../crawl/pool/library.js";
import type { OrderingMethod } from "../../ordering/ordering.js";
import type { MethodFamily } from "../typed-method.js";
import { byName, listed, topical } from "./listed.js";

export const orderings: MethodFamily<OrderingMethod> = {
  one: "ordering",
  all: "orderings",
  flag: "--by",
  methods: byName([...listed<OrderingMethod>(await libraryOrderings()), ...topical(await libraryTopicOrderings())]),
  short: { bfs: { name: "breadth-first", options: {} }, dfs: { name: "depth-first", options: {} } },
};

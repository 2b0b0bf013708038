import type { Importance } from "../../crawl/importance/importance.js";
import { libraryImportances, libraryTopicImportances } from "../../crawl/pool/library.js";
import type { MethodFamily } from "../typed-method.js";
import { byName, topical } from "./listed.js";

export const importances: MethodFamily<Importance> = {
  one: "importance",
  all: "importances",
  flag: "--importance",
  methods: byName([
    ...(await libraryImportances()).map((each) => ({ ...each, topical: false })),
    ...topical(await libraryTopicImportances()),
  ]),
};

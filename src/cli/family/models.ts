import { methodsIn } from "../../base/methods-in.js";
import type { CrawlModel, ModelFamily } from "../../crawl/model.js";
import type { MethodFamily } from "../typed-method.js";
import { listed } from "./listed.js";

export const models: MethodFamily<CrawlModel> = {
  one: "model",
  all: "models",
  flag: "--model",
  methods: listed<CrawlModel>(await methodsIn<ModelFamily>("crawl/model", "model")),
};

import type { ChangeModel } from "../../freshness/change-model.js";
import { changeModels } from "../../freshness/library.js";
import type { MethodFamily } from "../typed-method.js";
import { listed } from "./listed.js";

export const changes: MethodFamily<ChangeModel> = {
  one: "rates",
  all: "changes",
  flag: "--rates",
  methods: listed<ChangeModel>(await changeModels()),
};

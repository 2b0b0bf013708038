import { type Command, Option } from "commander";
import { problem } from "../base/error.js";
import { buffer } from "../crawl/model/buffer.js";
import type { CrawlModel } from "../crawl/model.js";
import { optionOf } from "./declared-option.js";
import { models } from "./family/models.js";
import { helpFor, methodTyped } from "./typed-method.js";

/** What a crawl model is made from. */
export interface ModelFlags {
  readonly model: string;
  readonly buffer?: number;
}

/** The choices of crawl models. */
export const addModelFlags = (command: Command): Command =>
  command
    .addOption(new Option("--model <name>", `how a crawl is judged: ${helpFor(models)}`).default("threshold"))
    .addOption(optionOf("buffer", buffer.declared.size, { of: "model buffer" }));

/** @throws "choice" for a model or an option that there is not; "option" for options that do not go together */
export function modelNamed({ model, buffer: size }: ModelFlags): CrawlModel {
  const { method, chosen } = methodTyped(model, models);
  const isBuffer = method.name === buffer.name;
  if (size !== undefined && !isBuffer)
    throw problem.choice`--buffer goes with --model buffer; found --model ${model}. Leave it out, or type: --model buffer --buffer ${size}`;
  return method.make({ ...(isBuffer && { size }), ...chosen });
}

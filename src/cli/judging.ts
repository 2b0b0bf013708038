import type { Command } from "commander";
import { got, problem } from "../base/error.js";
import { textTable } from "../base/rows/text-table.js";
import { fewHotWarning } from "../crawl/few-hot.js";
import type { Importance } from "../crawl/importance/importance.js";
import { judge } from "../crawl/judge.js";
import { judgementLine, pointRows, pointsOf } from "../crawl/judgement.js";
import type { CrawlModel } from "../crawl/model.js";
import type { Web } from "../web/web.js";
import { integer } from "./choices.js";
import { addImportanceFlags, type ImportanceFlags, importanceNamed } from "./importance-flags.js";
import { addModelFlags, type ModelFlags, modelNamed } from "./model-flags.js";
import { tell } from "./output.js";

/** What the commands that judge an order have in common. */
export interface JudgingFlags extends ImportanceFlags, ModelFlags {
  readonly over: "reachable" | "web";
  readonly points: number;
}

/** By what an order is judged. */
export interface Judge {
  readonly importance: Importance;
  readonly model: CrawlModel;
}

/** @param usualHot see `addImportanceFlags` */
export const addJudgingFlags = (command: Command, usualHot?: string): Command =>
  addModelFlags(addImportanceFlags(command, { usualHot }))
    .option("--over <part>", "which pages are the whole: reachable (from the crawled pages) or web", "reachable")
    .option("--points <n>", "points of the curve, evenly spaced over the visited pages", integer, 100);

/** @param usualHot see `importanceNamed` @throws "choice" for flags that make no sense, or none together */
export function judgeOf(flags: JudgingFlags, usualHot?: number): Judge {
  const { over, points } = flags;
  if (over !== "reachable" && over !== "web") throw problem.choice`--over is reachable or web; ${got(over)}`;
  if (points < 1) throw problem.choice`--points is 1 or more; ${got(points)}`;
  const model = modelNamed(flags);
  const importance = importanceNamed(flags, usualHot);
  checkHot(model, importance);
  return { importance, model };
}

/** True for models that tell hot pages by a threshold, G. */
export const needsHot = ({ needsHotAt }: CrawlModel): boolean => needsHotAt === true;

/** @throws "choice" when the model needs a threshold that the importance does not have */
export function checkHot(model: CrawlModel, { name, hotAt }: Importance): void {
  if (!needsHot(model) || hotAt !== undefined) return;
  const example = name === "relevance" ? 0.1 : 100;
  throw problem.choice`model ${model.name} needs G, the importance from which a page is hot: --hot ${example}`;
}

/** An order judged as flags say: figures, curve, and both as text. */
export function judgement(web: Web, order: Uint32Array, { importance, model }: Judge, flags: JudgingFlags) {
  const judged = judge(web, order, importance, { model, over: flags.over });
  const { area, pages, unreachable, hot } = judged;
  const points = pointsOf(judged, flags.points);
  const summary = {
    web: web.name,
    pages,
    visited: order.length,
    unreachable,
    importance: importance.label,
    hotAt: importance.hotAt,
    hot,
    model: model.label,
    area,
  };
  const warning = fewHotWarning(judged, importance, model);
  tell(importance.warning?.(web));
  tell(warning);
  const tenths = points.filter((_, index) => (index + 1) % Math.ceil(points.length / 10) === 0);
  const text = `${judgementLine(judged, { web: web.name, importance, model })}\n${textTable(pointRows(tenths))}`;
  return { summary, points, text, ...(warning !== undefined && Number.isNaN(area) && { whyNoArea: warning }) };
}

import { judge } from "../crawl/judge.js";
import type { CrawlModel } from "../crawl/model.js";
import type { Web } from "../graph/web.js";
import type { Importance } from "../importance/importance.js";
import { textTable } from "../rows/text-table.js";
import { ChoiceError, importanceNamed, modelNamed } from "./choices.js";

/** What the commands that judge an order have in common. */
export interface JudgingFlags {
  readonly importance: string;
  readonly hot?: number;
  readonly model: string;
  readonly buffer?: number;
  readonly over: "reachable" | "web";
  readonly points: number;
}

/** @throws ChoiceError for flags that make no sense together */
export function checkJudging({ over, points, model, hot }: JudgingFlags): void {
  if (over !== "reachable" && over !== "web") throw new ChoiceError(`--over is reachable or web; found "${over}"`);
  if (points < 1) throw new ChoiceError(`--points is 1 or more; found ${points}`);
  if (model === "threshold" && hot === undefined)
    throw new ChoiceError("model threshold needs G, the importance from which a page is hot: --hot 100");
}

/** An order judged as flags say: figures, curve, and both as text. */
export async function judgement(web: Web, order: Uint32Array, flags: JudgingFlags) {
  const importance: Importance = await importanceNamed(flags.importance, flags.hot);
  const model: CrawlModel = modelNamed(flags.model, flags);
  const { curve, area, pages, unreachable, hot, ideal, random } = judge(web, order, importance, {
    model,
    over: flags.over,
  });
  const count = Math.min(flags.points, curve.length);
  const points = Array.from({ length: count }, (_, index) => {
    const visited = Math.max(1, Math.round(((index + 1) * curve.length) / count));
    return {
      visited,
      crawled: visited / pages,
      performance: curve[visited - 1],
      ideal: ideal(visited),
      random: random(visited),
    };
  });
  const summary = {
    web: web.name,
    pages,
    visited: order.length,
    unreachable,
    importance: importance.label,
    hotAt: flags.hot,
    hot,
    model: model.label,
    area,
  };
  if (hot === 0 && flags.model === "threshold")
    process.stderr.write(`No page has I(P) >= ${flags.hot}: P is 1 throughout, whatever the order.\n`);
  const text =
    `${web.name}: ${model.label}, ${importance.label}: area ${area.toFixed(4)} over ${order.length.toLocaleString("en")} visited of ${pages.toLocaleString("en")} pages\n` +
    textTable(points.filter((_, index) => (index + 1) % Math.ceil(points.length / 10) === 0));
  return { summary, points, text };
}

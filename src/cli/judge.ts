import { readFileSync } from "node:fs";
import { Command } from "commander";
import { judge } from "../crawl/judge.js";
import { loadOrOpen } from "../dataset/load.js";
import { findPage, type Web } from "../graph/web.js";
import { textTable } from "../rows/text-table.js";
import { ChoiceError, importanceNamed, integer, modelNamed, options } from "./choices.js";
import { print, printJson } from "./output.js";

interface JudgeFlags {
  order: string;
  importance: string;
  hot?: number;
  model: string;
  buffer?: number;
  over: "reachable" | "web";
  points: number;
  duplicates: "drop" | "keep";
  selfLinks: "drop" | "keep";
  pages?: number;
  json?: boolean;
}

/** `crawlbench judge`: what a crawl order is worth, whoever crawled. */
export function judgeCommand(): Command {
  return new Command("judge")
    .description("judge a crawl order: curve and area")
    .argument("<web>", "name of the catalogue, or path of a file of links")
    .requiredOption("--order <file>", "the order: little-endian uint32 page numbers of the file's own numbering")
    .addOption(options.importance())
    .addOption(options.hot())
    .addOption(options.model())
    .addOption(options.buffer())
    .option(
      "--over <part>",
      "pages that count as the whole Web: reachable (from the crawled pages) or web",
      "reachable",
    )
    .option("--points <n>", "curve points, evenly spaced over the visited pages", integer, 100)
    .addOption(options.duplicates())
    .addOption(options.selfLinks())
    .option("--pages <n>", "size of a generated web, campus (default: as its card says)", integer)
    .addOption(options.json())
    .action(async (name: string, flags: JudgeFlags) => {
      if (flags.over !== "reachable" && flags.over !== "web")
        throw new ChoiceError(`--over is reachable or web; found "${flags.over}"`);
      if (flags.points < 1) throw new ChoiceError(`--points is 1 or more; found ${flags.points}`);
      if (flags.model === "threshold" && flags.hot === undefined)
        throw new ChoiceError("model threshold needs G, the importance from which a page is hot: --hot 100");
      const importance = await importanceNamed(flags.importance, flags.hot);
      const model = modelNamed(flags.model, flags);
      const { duplicates, selfLinks, pages } = flags;
      const web = await loadOrOpen(name, { duplicates, selfLinks, ...(pages !== undefined && { pages }) });
      const order = readOrder(flags.order, web, name);
      const {
        curve,
        area,
        pages: judged,
        unreachable,
        hot,
        ideal,
        random,
      } = judge(web, order, importance, { model, over: flags.over });
      const points = Array.from(
        { length: Math.min(flags.points, curve.length) },
        (_, index, count = Math.min(flags.points, curve.length)) => {
          const visited = Math.max(1, Math.round(((index + 1) * curve.length) / count));
          return {
            visited,
            crawled: visited / judged,
            performance: curve[visited - 1],
            ideal: ideal(visited),
            random: random(visited),
          };
        },
      );
      const summary = {
        web: web.name,
        pages: judged,
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
      if (flags.json) printJson({ ...summary, curve: points });
      else
        print(
          [
            `${web.name}: ${model.label}, ${importance.label}: area ${area.toFixed(4)} over ${order.length.toLocaleString("en")} visited of ${judged.toLocaleString("en")} pages`,
            textTable(points.filter((_, index) => (index + 1) % Math.ceil(points.length / 10) === 0)),
          ].join("\n"),
        );
    });
}

/** @throws ChoiceError when the file is no order of this web's pages */
function readOrder(path: string, web: Web, name: string): Uint32Array {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new ChoiceError(
      `cannot read the order ${path}: ${(error as Error).message}. Make one: crawlbench replay ${name} --by backlink --order-out ${path}`,
    );
  }
  if (bytes.length === 0 || bytes.length % 4 !== 0) {
    throw new ChoiceError(
      `${path} holds ${bytes.length} bytes: an order is one or more little-endian uint32 page numbers, 4 bytes each`,
    );
  }
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => findPage(web, bytes.readUInt32LE(4 * index)));
}

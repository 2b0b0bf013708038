import type { Command } from "commander";
import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { methodsIn } from "../base/methods-in.js";
import { counted, plural } from "../base/numbers.js";
import { ProgressLine } from "../base/progress-line.js";
import { shorten, textTable } from "../base/rows/text-table.js";
import { columnsThatFit, hanging } from "../base/rows/width.js";
import type { Recipe, RecipeOptions } from "../recipe/recipe.js";
import { builtFolder } from "../web/dataset/built.js";
import { cardOf, type DatasetCard, datasets } from "../web/dataset/card.js";
import { dataFolder, isAvailable, verifiedFiles } from "../web/dataset/load.js";
import { checkPackaged, folderDigest, packagedFolder } from "../web/dataset/packaged.js";
import { count, named, options } from "./choices.js";
import { commandOf } from "./command-of.js";
import { print, printJson } from "./output.js";

/** Columns of the catalogue before its titles, which have what the terminal leaves, and letters that they have at least. */
const [BEFORE_TITLE, SHORTEST_TITLE] = [68, 12];

type Recipes = () => Promise<readonly Recipe[]>;
type Built = Awaited<ReturnType<Recipe["build"]>>;

/**
 * `crawlbench datasets`: the catalogue, one card of it, or `build`.
 *
 * @param recipes default: those of the folder
 */
export function datasetsCommand(recipes: Recipes = () => methodsIn<Recipe>("recipe", "recipe")): Command {
  return commandOf("datasets", "list the catalogue, show one card and check its files, or build a dataset", [
    "crawlbench datasets                   # what each web carries: links, urls, titles, text, anchors",
    "crawlbench datasets web-NotreDame     # its card, and whether its files are whole",
  ])
    .argument("[name]", "dataset whose card to show")
    .addOption(options.json("one JSON object instead of text; an array without a name"))
    .addCommand(buildCommand(recipes))
    .action(async (name: string | undefined, { json }: { json?: boolean }) => {
      if (name !== undefined) {
        const card = { ...cardOf(name), available: isAvailable(cardOf(name)) };
        if (card.available) await verifiedFiles(card);
        checkPackaged(card);
        if (json) return printJson(card);
        return print(
          [
            `${card.id}: ${card.title}`,
            `  ${plural(card.counts.pages, "page")}, ${plural(card.counts.links, "link")} as stored; carries ${card.capabilities.join(", ")}; snapshot ${card.snapshot}`,
            `  from ${card.source.name}, ${card.source.address}`,
            `  licence ${card.licence}; cite ${card.citation}`,
            ...card.quirks.flatMap((quirk) => hanging(`  note: ${quirk}`)),
            ...(card.files ?? []).map(
              ({ path, bytes, sha256 }) => `  file ${path}: ${bytes ?? "?"} bytes, sha256 ${sha256 ?? "not known"}`,
            ),
            card.packaged && `  comes with the package: ${packagedFolder(card.id)}, sha256 ${card.packaged.sha256}`,
            card.partOf && `  a part of ${card.partOf}: the two are one witness`,
            card.available
              ? `  on this machine${card.files?.every(({ sha256 }) => sha256 !== null) ? ", every byte as the card says" : ""}. Next: crawlbench open ${card.id}`
              : `  not on this machine: ${card.source.obtain}`,
          ]
            .filter((line) => line !== undefined)
            .join("\n"),
        );
      }
      const cards = datasets();
      if (json) return printJson(cards.map((card) => ({ ...card, available: isAvailable(card) })));
      print(
        textTable(
          cards.map((card) => ({
            name: card.id,
            here: isAvailable(card) ? "yes" : "no",
            pages: card.counts.pages,
            links: card.counts.links,
            "besides links": card.capabilities.filter((each) => each !== "links").join(" "),
            title: shorten(card.title, Math.max(SHORTEST_TITLE, columnsThatFit() - BEFORE_TITLE)),
          })),
          { limit: cards.length },
        ),
      );
      print(`Data folder: ${dataFolder() ?? "none; set CRAWLBENCH_DATA to the folder that holds the files"}`);
    });
}

interface BuildFlags {
  out?: string;
  sets?: string;
  keepPackages?: string;
  connections?: number;
  json?: boolean;
}

/** `crawlbench datasets build`: makes a dataset on this machine out of what others publish. */
function buildCommand(recipes: Recipes): Command {
  const about = "make a dataset that is built here: debian-docs, documentation as Debian packages it, crawled";
  return commandOf("build", about, [
    "crawlbench datasets build debian-docs                # the Python family, 24,000 pages on 52 hosts, some minutes",
    "crawlbench datasets build debian-docs --sets mako,bs4,pymarkdown --out small",
    "crawlbench datasets build debian-docs-small          # the web that comes with the package, made again",
  ])
    .exitOverride()
    .argument("<name>", builtHere().join(", "))
    .option("--out <dir>", "folder of the snapshot (default: where load finds it, in .crawlbench/datasets)", named)
    .option(
      "--sets <names>",
      "unions python, small, b40, all, or names of sets, comma-separated (default: as the card says)",
    )
    .option("--keep-packages <dir>", "keep the packages there, and use those that are there")
    .option("--connections <n>", "most requests in flight; the result does not depend on it (default: 16)", count)
    .addOption(options.json())
    .action(async (name: string, _: BuildFlags, command: Command) => {
      // --json is read by `datasets`
      const { out, sets, keepPackages, connections, json } = command.optsWithGlobals<BuildFlags>();
      const card = cardOf(name);
      const { id, builder, packaged } = card;
      const recipe = builder && (await recipes()).find((each) => each.name === builder.name);
      if (!recipe) throw problem.choice`${id} is not built here; ${whatIsBuilt()}`;
      const chosen = sets ?? builder.sets;
      const folder =
        out ?? builtFolder(chosen === builder.sets ? id : `${id}-${chosen.replace(/[^a-z0-9.+-]+/gi, "+")}`);
      const built = await interruptible((more) =>
        recipe.build({
          sets: chosen,
          out: folder,
          name: id,
          keep: packaged ? "words" : "pages",
          ...more,
          ...(keepPackages !== undefined && { keepPackages }),
          ...(connections !== undefined && { connections }),
        }),
      );
      if (json) return printJson({ ...built, ...(packaged && { filesSha256: folderDigest(folder) }) });
      print(summary(id, built, folder === builtFolder(id) && !packaged ? id : folder));
      if (packaged) print(`  ${likeThePackaged(folder, built.packages, card)}`);
    });
}

/** Whether the files built are those of the package to the byte, and if not, which packages of Debian are others. */
function likeThePackaged(folder: string, used: readonly string[], { builder, packaged }: DatasetCard): string {
  const found = folderDigest(folder);
  if (found === packaged?.sha256) return `Every byte is as in this package: sha256 of the files ${found}`;
  const others = used.filter((each) => !builder?.packages.includes(each));
  const why = others.length > 0 ? `made from ${others.join(", ")}` : "though made from the same packages of Debian";
  return `Other bytes than in this package, ${why}: sha256 of the files ${found}`;
}

const builtHere = (): string[] => datasets().flatMap(({ id, builder }) => (builder ? [id] : []));

const whatIsBuilt = () => `these are: ${builtHere().join(", ")}`;

function summary(id: string, built: Built, next: string): string {
  const { pages, hosts, links, crossHostLinks, files, reached, start, milliseconds } = built;
  const times = Object.entries(milliseconds).map(([part, time]) => `${part} ${(time / 1000).toFixed(0)} s`);
  return [
    `${id}: ${plural(pages, "page")} on ${plural(hosts, "host")}, ${plural(links, "link")} as stored, ${counted(crossHostLinks)} of them from host to host; in ${built.folder}`,
    `  start ${start} reaches ${plural(reached, "page")}; ${plural(files, "HTML file")} in the packages, those that no page links to left out`,
    `  ${plural(built.packages.length, "package")} of ${plural(built.sets.length, "set")}, ${(built.downloadBytes / 1e6).toFixed(0)} MB fetched; ${times.join(", ")}`,
    `  Next: crawlbench open ${inShell(next)}`,
  ].join("\n");
}

/** Ctrl-C ends what is under way and cleans up. @throws "stopped" */
async function interruptible<T>(
  work: (options: Pick<RecipeOptions, "signal" | "onProgress">) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const line = new ProgressLine();
  const stop = () => controller.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work({ signal: controller.signal, onProgress: line.listener });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    throw problem.stopped`stopped; nothing was kept but packages under --keep-packages. The same command begins anew`;
  } finally {
    for (const signal of signals) process.off(signal, stop);
    line.end();
  }
}

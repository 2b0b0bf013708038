import { Command } from "commander";
import { cardOf, datasets } from "../dataset/card.js";
import { dataFolder, isAvailable, verifiedFiles } from "../dataset/load.js";
import { textTable } from "../rows/text-table.js";
import { options } from "./choices.js";
import { print, printJson } from "./output.js";

/** `crawlbench datasets`: the catalogue, or one card of it. */
export function datasetsCommand(): Command {
  return new Command("datasets")
    .description("list the catalogue, or show one card of it and check its files")
    .argument("[name]", "dataset whose card to show")
    .addOption(options.json())
    .action(async (name: string | undefined, { json }: { json?: boolean }) => {
      if (name !== undefined) {
        const card = { ...cardOf(name), available: isAvailable(cardOf(name)) };
        if (card.available) await verifiedFiles(card);
        if (json) return printJson(card);
        return print(
          [
            `${card.id}: ${card.title}`,
            `  ${card.counts.pages.toLocaleString("en")} pages, ${card.counts.links.toLocaleString("en")} links as stored; carries ${card.capabilities.join(", ")}; snapshot ${card.snapshot}`,
            `  from ${card.source.name}, ${card.source.address}`,
            `  licence ${card.licence}; cite ${card.citation}`,
            ...card.quirks.map((quirk) => `  mind: ${quirk}`),
            ...(card.files ?? []).map(
              ({ path, bytes, sha256 }) => `  file ${path}: ${bytes ?? "?"} bytes, sha256 ${sha256 ?? "not known"}`,
            ),
            card.available
              ? `  on this machine${card.files?.every(({ sha256 }) => sha256 !== null) ? ", every byte as the card says" : ""}. Next: crawlbench open ${card.id}`
              : `  not on this machine: ${card.source.obtain}`,
          ].join("\n"),
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
            carries: card.capabilities.join(" "),
            licence: card.licence.split(",")[0],
            title: card.title,
          })),
          { limit: 100 },
        ),
      );
      print(`Data folder: ${dataFolder() ?? "none; set CRAWLBENCH_DATA to the folder that holds the files"}`);
    });
}

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { either, problem } from "../../base/error.js";
import type { LinkPolicy } from "../graph/builder.js";
import type { Web } from "../web.js";
import type { DatasetCard } from "./card.js";
import { checkPackaged, packagedFolder } from "./packaged.js";
import { showingItself } from "./web-card.js";

/**
 * Where a dataset that is built on this machine is put: `datasets` in the folder CRAWLBENCH_CACHE, else
 * `.crawlbench/datasets` in the working directory.
 */
export const builtFolder = (id: string): string =>
  resolve(process.env.CRAWLBENCH_CACHE || ".crawlbench", "datasets", id);

/**
 * Where a built dataset lies: in this package if it comes with it; else `webs/<id>` of the data folder, else where it is
 * put when it is built. @returns undefined when it is in none
 */
export function findBuilt({ id, packaged }: DatasetCard, dataFolder: string | undefined): string | undefined {
  if (packaged) return packagedFolder(id);
  const folders = [...(dataFolder === undefined ? [] : [join(dataFolder, "webs", id)]), builtFolder(id)];
  return folders.find((folder) => existsSync(join(folder, "snapshot.json")));
}

/**
 * The web of a built dataset. Its counts are those of what it was built from, and need not be the card's; `web.sha256`
 * tells. One that comes with this package is what the card says.
 *
 * @throws "missing" with the command that builds it; "differs" when the package's is not the card's
 */
export async function loadBuilt(card: DatasetCard, dataFolder: string | undefined, policy: LinkPolicy): Promise<Web> {
  const folder = findBuilt(card, dataFolder);
  if (folder === undefined) {
    throw problem.missing`${card.id} is not on this machine: no snapshot in ${builtFolder(card.id)}${dataFolder === undefined ? "" : `, nor in ${join(dataFolder, "webs", card.id)}`}.\n  To build it: crawlbench datasets build ${card.id}.\n  Licence: ${card.licence}. Webs that need no fetching: ${either(`load("campus")`, "campus")}`;
  }
  checkPackaged(card);
  const [{ openSnapshot }, { webOf }] = await Promise.all([
    import("../../archive/open-snapshot.js"),
    import("../snapshot/snapshot-web.js"),
  ]);
  return showingItself({ ...webOf(await openSnapshot(folder), policy), name: card.id });
}

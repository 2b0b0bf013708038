import type { UrlDatabaseEngine } from "../../src/urldb/engine.js";
import { depth } from "../depth.js";
import { type Exported, exportsOf } from "../discover.js";

/** Where URL databases stand: our own, and the peers of the paper. */
const FOLDERS = ["urldb/engine", "experiment/dorosz/peer"];

export const isEngine = (value: unknown): value is UrlDatabaseEngine =>
  typeof value === "object" && value !== null && "open" in value && "durable" in value;

/** Is it an engine, or what makes one, whose data another program keeps? That takes long to start. */
export const isOfOtherProgram = (name: string): boolean => /^(?:postgres|berkeleyDb)/.test(name);

/** Such engines are held to what all owe in the deep tests alone; every day they have their own. */
export const isTried = (name: string): boolean => depth({ everyday: !isOfOtherProgram(name), prove: true });

/** All that the files of URL databases export; `file` is a path below src, without suffix. */
export async function engineExports(): Promise<Exported[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) =>
      (await exportsOf(folder)).map((each) => ({ ...each, file: `${folder}/${each.file}` })),
    ),
  );
  return found.flat();
}

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { methodsIn } from "../../base/methods-in.js";
import type { FilesFormat, GraphFormat } from "../read/format.js";

/** A way to store a web in one file or more. */
export type WebFormat = GraphFormat | FilesFormat;

/**
 * Every format that `open` knows, found by listing the folder of readers; the first that recognises a file reads it.
 * Those of several files are asked first, those whose files others may be taken for last.
 */
export async function webFormats(): Promise<WebFormat[]> {
  const rank = (format: WebFormat) => ("roles" in format ? 0 : format.broad ? 2 : 1);
  return (await methodsIn<WebFormat>("web/read", "format")).sort((a, b) => rank(a) - rank(b));
}

/** What each file is to a format. */
export const rolesOf = (format: WebFormat): readonly string[] => ("roles" in format ? format.roles : ["links"]);

/** The files of a format of several that belong to what a person named, by role; undefined when that is no such web. */
export async function filesAt(format: WebFormat, path: string): Promise<Readonly<Record<string, string>> | undefined> {
  if (!("roles" in format)) return undefined;
  const { endings, inFolder, roles } = format;
  const files = endings ? await alike(path, endings) : await together(path, inFolder ?? {});
  return roles.every((role) => files[role] !== undefined) ? files : undefined;
}

/** Files of one name that exist, by their endings. */
async function alike(path: string, endings: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const ending = Object.values(endings).find((each) => path.endsWith(each)) ?? "";
  const base = path.slice(0, path.length - ending.length);
  const entries = await Promise.all(
    Object.entries(endings).map(async ([role, each]) => {
      const status = await stat(base + each).catch(() => undefined);
      return status?.isFile() ? [[role, base + each] as const] : [];
    }),
  );
  return Object.fromEntries(entries.flat());
}

/** The files of a web in a folder, or beside a file that is one of them. */
async function together(path: string, roles: Readonly<Record<string, readonly string[]>>) {
  const files: Record<string, string> = {};
  const status = await stat(path).catch(() => undefined);
  const part = Object.values(roles).some((names) => names.includes(basename(path)));
  if (!status || !(status.isDirectory() || part)) return files;
  const folder = status.isDirectory() ? path : dirname(path);
  const names = await readdir(folder);
  for (const [role, choices] of Object.entries(roles)) {
    const name = choices.find((choice) => names.includes(choice));
    if (name !== undefined) files[role] = join(folder, name);
  }
  return files;
}

import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** A folder with the programs "postgres" and "initdb". */
export interface Binaries {
  readonly folder: string;
  /** 15 */
  readonly version: number;
}

/** The first that has all that the statements use. */
const OLDEST = 12;

/** Where Debian and its relatives keep one folder per version. */
const debian = "/usr/lib/postgresql";

/**
 * Finds PostgreSQL's programs: in the folder that CRAWLBENCH_POSTGRES_BIN names, and nowhere else when it is set; else
 * the highest version among the folders of PATH and /usr/lib/postgresql/<version>/bin, which Debian keeps out of PATH.
 *
 * @param version the only one that will do, since files of another version cannot be read
 */
export async function findBinaries(version?: number): Promise<Binaries | undefined> {
  const found = await Promise.all((await folders()).map(binariesIn));
  return found
    .filter((each) => each !== undefined)
    .filter((each) => (version === undefined ? each.version >= OLDEST : each.version === version))
    .sort((a, b) => b.version - a.version)[0];
}

/** Why there is no server to start here, and what to install; undefined when there is one. */
export async function missingBinaries(version?: number): Promise<string | undefined> {
  if (process.platform === "win32") {
    return "PostgreSQL is started here on Unix only: give postgresBy({ server }) the address of one that runs";
  }
  if (await findBinaries(version)) return undefined;
  const named = process.env.CRAWLBENCH_POSTGRES_BIN;
  const where = named ? `CRAWLBENCH_POSTGRES_BIN, ${named}` : `PATH or ${debian}/*/bin`;
  const [wanted, debianPackage] =
    version === undefined ? [`${OLDEST} or later`, "postgresql"] : [`${version}`, `postgresql-${version}`];
  return (
    `PostgreSQL ${wanted} is not installed: no programs "postgres" and "initdb" of that version in ${where}; ` +
    `install Debian's package "${debianPackage}", or let CRAWLBENCH_POSTGRES_BIN name their folder`
  );
}

async function folders(): Promise<string[]> {
  const named = process.env.CRAWLBENCH_POSTGRES_BIN;
  if (named) return [named];
  const versions = await readdir(debian).catch(() => []);
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...path, ...versions.map((each) => join(debian, each, "bin"))];
}

async function binariesIn(folder: string): Promise<Binaries | undefined> {
  try {
    await access(join(folder, "initdb"), constants.X_OK);
    return { folder, version: await versionOf(join(folder, "postgres")) };
  } catch {
    return undefined;
  }
}

/** What programs said, by file: a server is started often, and the same file says the same. */
const versions = new Map<string, number>();

async function versionOf(program: string): Promise<number> {
  const { dev, ino, size, ctimeMs } = await stat(program);
  const file = [dev, ino, size, ctimeMs].join(" ");
  const known = versions.get(file);
  if (known !== undefined) return known;
  const [, version] = /(\d+)/.exec(await output(program, ["--version"])) ?? [];
  versions.set(file, Number(version));
  return Number(version);
}

/** What a program prints. @throws what it says when it fails */
export const output = (program: string, options: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(program, options, (error, text) => (error ? reject(error) : resolve(text)));
  });

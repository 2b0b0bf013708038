import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { problem } from "../../base/error.js";
import { makeFolder } from "../../base/file/durable.js";

/** A package on this machine. */
export interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly bytes: number;
  /** It was there before. */
  readonly kept: boolean;
}

/** Where packages come from. */
export interface PackageSource {
  /**
   * Puts packages into a folder; those that are there already, whole, are kept.
   *
   * @returns one for each name, in the order of names
   * @throws CrawlbenchError when they cannot be had, with what to do
   */
  fetch(names: readonly string[], folder: string, signal?: AbortSignal): Promise<readonly PackageFile[]>;
  /** Unpacks one into a folder of its own; nothing is installed, none of its scripts runs. */
  unpack(file: PackageFile, folder: string, signal?: AbortSignal): Promise<void>;
}

export interface Ran {
  /** Exit code; -1 when there is no such program. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of this machine. */
export type RunProgram = (
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly signal?: AbortSignal },
) => Promise<Ran>;

const NO_APT =
  "debian-docs is made from packages of Debian 12, which apt-get and dpkg fetch and unpack, and this machine has no";
const ELSEWHERE =
  "Build it on a machine or in a container with Debian 12, and copy the folder into webs/debian-docs of the data folder";

/** A line of `apt-get download --print-uris`: 'address' file bytes digest. */
const LISTED = /^'([^']+)' (\S+) (\d+) (?:(MD5|SHA\d+|MD5Sum):([0-9a-f]+))?/gim;

/**
 * Packages by `apt-get download` and `dpkg -x`. The lists of packages are fetched first where there are none (`apt-get
 * update`, which needs to be root).
 */
export function aptPackages(run: RunProgram = runProgram): PackageSource {
  const apt = async (args: readonly string[], options: { cwd?: string; signal?: AbortSignal }): Promise<Ran> => {
    const ran = await run("apt-get", args, options);
    if (ran.code === -1) throw problem.missing`${NO_APT} apt-get.\n  ${ELSEWHERE}`;
    return ran;
  };

  async function list(names: readonly string[], signal?: AbortSignal): Promise<string> {
    const ask = () => apt(["download", "--print-uris", ...names], { signal });
    let ran = await ask();
    const unknown = unknownIn(ran);
    if (unknown.length > 0 && unknown.length === names.length) {
      const update = await apt(["update", "-qq"], { signal });
      if (update.code !== 0)
        throw problem.missing`apt-get knows none of the packages, and its lists cannot be fetched: ${lastLine(update)}\n  As root: apt-get update; then the same command again`;
      ran = await ask();
    }
    if (ran.code === 0) return ran.stdout;
    const missing = unknownIn(ran);
    throw problem.missing`${
      missing.length > 0
        ? `apt-get finds no package ${missing.join(", ")} in the lists of this machine: the sets are those of Debian 12.\n  Leave their sets out: --sets; or see whether apt-get update helps. ${ELSEWHERE}`
        : `apt-get download failed with exit code ${ran.code}: ${lastLine(ran)}`
    }`;
  }

  return {
    async fetch(names, folder, signal) {
      if (names.length === 0) return [];
      makeFolder(folder);
      const files = [...(await list(names, signal)).matchAll(LISTED)].map(([, , file, bytes, algorithm, digest]) => ({
        name: file.split("_", 1)[0],
        version: decodeURIComponent(file.split("_")[1]),
        path: join(folder, file),
        bytes: Number(bytes),
        kept: isWhole(join(folder, file), Number(bytes), algorithm, digest),
      }));
      const missing = files.filter(({ kept }) => !kept).map(({ name }) => name);
      if (missing.length > 0) {
        const ran = await apt(["download", "-q", ...missing], { cwd: resolve(folder), signal });
        if (ran.code !== 0)
          throw problem.missing`apt-get could not fetch all of ${missing.length} packages: ${lastLine(ran)}\n  Try again, with --keep-packages <dir> so that those fetched stay; apt-get update may help`;
      }
      return names.map((name) => {
        const file = files.find((each) => each.name === name);
        if (file && existsSync(file.path) && statSync(file.path).size === file.bytes) return file;
        throw problem.missing`apt-get fetched no package ${name}: expected ${file ? `${file.bytes} bytes at ${file.path}` : "a line for it in what it lists"}.\n  Try again; apt-get update may help`;
      });
    },

    async unpack({ path }, folder, signal) {
      makeFolder(folder);
      const ran = await run("dpkg", ["-x", path, folder], { signal });
      if (ran.code === -1) throw problem.missing`${NO_APT} dpkg.\n  ${ELSEWHERE}`;
      if (ran.code !== 0)
        throw problem.differs`dpkg could not unpack ${path}: ${lastLine(ran)}\n  Delete it, and the same command again`;
    },
  };
}

const unknownIn = ({ stderr }: Ran): string[] =>
  [...stderr.matchAll(/^E: (?:Unable to locate package|Can't select candidate version from package) (\S+)/gm)].map(
    ([, name]) => name,
  );

/** The last complaint of a program. */
const lastLine = ({ stderr, code }: Ran): string => {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return lines.findLast((line) => line.startsWith("E:")) ?? lines.at(-1) ?? `exit code ${code}`;
};

function isWhole(path: string, bytes: number, algorithm: string | undefined, digest: string | undefined): boolean {
  if (!existsSync(path) || statSync(path).size !== bytes) return false;
  if (algorithm === undefined) return true;
  return createHash(algorithm.replace(/sum$/i, "").toLowerCase()).update(readFileSync(path)).digest("hex") === digest;
}

/**
 * Runs a program in the language C, so that what it says can be read. One that is aborted has ended when the promise is
 * rejected.
 */
const runProgram: RunProgram = (program, args, { cwd, signal }) =>
  new Promise((resolve, reject) => {
    const settings = { cwd, env: { ...process.env, LC_ALL: "C" }, maxBuffer: 64 * 2 ** 20 };
    const child = execFile(program, [...args], settings, (error, stdout, stderr) => {
      signal?.removeEventListener("abort", stop);
      const code = error?.code ?? 0;
      if (signal?.aborted) reject(signal.reason);
      else resolve({ code: code === "ENOENT" ? -1 : typeof code === "number" ? code : 1, stdout, stderr });
    });
    const stop = () => void child.kill();
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
  });

import { existsSync, readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Command } from "commander";
import { type Code, isProblem } from "../base/error.js";
import { hyphened } from "./typed-method.js";
import { helpOf } from "./usage-error.js";

/** What the system answers, in words, and what to do about it. */
const SYSTEM: Readonly<Record<string, readonly [reason: string, next: string]>> = {
  ENOENT: ["there is no such file or folder", "Check the path"],
  ENOTDIR: ["a file stands where a folder should", "Name another place"],
  EEXIST: ["a file stands where a folder should", "Name another place"],
  EISDIR: ["it is a folder", "Name a file"],
  EACCES: ["it is not allowed to you", "Name another place, or ask for the right to it"],
  EPERM: ["it is not allowed to you", "Name another place, or ask for the right to it"],
  EROFS: ["the disk can only be read", "Name another place"],
  ENOSPC: ["the disk is full", "Free some space, or name another place"],
  EDQUOT: ["your share of the disk is full", "Free some space, or name another place"],
  EIO: ["the disk failed", "Name another place"],
  EADDRINUSE: ["another program listens there", "Name another port, or 0 for any that is free"],
};

/** Of a name that the system lists, and Node cannot give back to it. */
const NOT_UTF8 = ["its name is not UTF-8, and Node opens no other", "Rename it"] as const;

/** Options that the library calls by another name than they are typed. */
const RENAMED: Readonly<Record<string, string>> = { gzipLevel: "gzip" };

/** What is wrong with what was asked for: all that can be asked for stands in the help. */
const ASKED: readonly Code[] = ["option", "no-page", "lacks", "crawl", "not-a-trace", "cut", "too-many-urls"];

/** What an error says to a person who typed a command. */
export function told(error: Error, command: Command | undefined): string {
  if (!isProblem(error)) return systemError(error) ?? error.message;
  const { dataset } = error.facts;
  const said = `${error.told(flagsOf(command))}${typeof dataset === "string" ? alike(dataset) : ""}`;
  return command && ASKED.includes(error.code) && !said.includes("\n") ? `${said}\n  ${helpOf(command)}` : said;
}

/** Options as a command has them: "--url-cache", and "--retry delay", which is not --delay. */
export const flagsOf = (command: Command | undefined) => (name: string, owner?: string) => {
  const longOf = (name: string) =>
    command?.options.find((each) => each.attributeName() === (RENAMED[name] ?? name))?.long;
  const group = owner === undefined ? undefined : longOf(owner);
  return group ? `${group} ${hyphened(name)}` : longOf(name);
};

function systemError(error: NodeJS.ErrnoException): string | undefined {
  const { code = "", syscall, path, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  const known = SYSTEM[code];
  if (syscall === undefined || known === undefined || error.name !== "Error") return undefined;
  const [reason, next] = code === "ENOENT" && path?.includes("\ufffd") ? NOT_UTF8 : known;
  const what = port === undefined ? `cannot use ${path ?? "a file"}` : `cannot listen at port ${port}`;
  return `${what}: ${reason} (${code}, ${syscall}). ${next}`;
}

/** Of a name that is neither in the catalogue nor a file: files that begin so. */
function alike(name: string): string {
  const folder = dirname(name);
  const files = existsSync(folder) ? readdirSync(folder).filter((each) => each.startsWith(basename(name))) : [];
  return `${files.length > 0 ? `; there are: ${files.slice(0, 5).join(", ")}` : ""}. Check the path`;
}

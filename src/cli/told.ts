import { existsSync, readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Command } from "commander";
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
  EADDRINUSE: ["another program listens there", "Name another --port, or 0 for any that is free"],
};

/** Options that the library calls by another name than they are typed. */
const RENAMED: Readonly<Record<string, string>> = { gzipLevel: "gzip" };

/** Errors of the library about what it was asked for: all that can be asked for stands in the help. */
const ASKED: readonly string[] = ["RangeError", "TraceError", "CrawlError", "WebError"];

/** What an error says to a person who typed a command: the library speaks to programs, of calls and their options. */
export function told(error: Error, command: Command | undefined): string {
  const said = systemError(error) ?? asTyped(error.message, command);
  return command && ASKED.includes(error.name) && !said.includes("\n") ? `${said}\n  ${helpOf(command)}` : said;
}

function systemError(error: NodeJS.ErrnoException): string | undefined {
  const { code = "", syscall, path, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  const known = SYSTEM[code];
  if (syscall === undefined || known === undefined || error.name !== "Error") return undefined;
  const [reason, next] = known;
  const what = port === undefined ? `cannot use ${path ?? "a file"}` : `cannot listen at port ${port}`;
  return `${what}: ${reason} (${code}, ${syscall}). ${next}`;
}

function asTyped(message: string, command: Command | undefined): string {
  return inFlags(message, command)
    .replace(/For a dataset of the catalogue: load\("[^"]*"\)/, "For a dataset of the catalogue give its name; crawlbench datasets lists them") // biome-ignore format: one line
    .replace(/A file of your own: open\("([^"]*)"\)/, (_, name: string) => noFile(name))
    .replace(/load\("([^"]+)", \{ pages: (\d+) \}\)/g, "crawlbench open $1, and elsewhere $1 --pages $2")
    .replace(/campus\(\{ pages: ([\d_]+) \}\)/g, (_, pages: string) => `--pages ${pages.replaceAll("_", "")}`)
    .replace(/load\("([^"]+)"\)/g, "$1")
    .replace(/\{ limit: (\d+) \}/g, "--limit $1")
    .replace(/open the snapshot again$/, "the same command goes on, or name another --out");
}

/** "graph: urlCache is a power of two" -> "--url-cache is a power of two" */
function inFlags(message: string, command: Command | undefined): string {
  const [, first = "", name = first] = /^(\w+): |^(?:[\w ]+: )?(\w+) (?:is|are|size is|lies|must) /.exec(message) ?? [];
  const option = command?.options.find((each) => each.attributeName() === (RENAMED[name] ?? name));
  return option ? `${option.long}${message.slice(message.indexOf(name) + name.length)}` : message;
}

/** A name that is neither in the catalogue nor a file: what is there that begins so. */
function noFile(name: string): string {
  const folder = dirname(name);
  const alike = existsSync(folder) ? readdirSync(folder).filter((each) => each.startsWith(basename(name))) : [];
  const found = alike.length > 0 ? `; there are: ${alike.slice(0, 5).join(", ")}` : "";
  return `Nor is there a file of this name${found}. Check the path`;
}

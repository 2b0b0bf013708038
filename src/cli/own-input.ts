import { type BigIntStats, fstatSync, statSync } from "node:fs";
import type { Command } from "commander";
import { problem } from "../base/error.js";
import { hyphened } from "./typed-method.js";

/** Options that name a file to be written. */
export const WRITTEN: readonly string[] = [
  "figure",
  "gexf",
  "log",
  "orderOut",
  "out",
  "report",
  "requestLog",
  "save",
  "write",
];

/** Files that a web is read from, too, where one of them or their common name is given. */
const PARTS = [".graph", ".properties", ".offsets"];

/**
 * Refuses to write over what a command reads, by whatever name: a path, a link, standard input.
 *
 * @throws "choice" naming the option
 */
export function refuseOwnInput(command: Command): void {
  const values: Readonly<Record<string, unknown>> = command.opts();
  const read = Object.entries(values).flatMap(([name, value]) => (WRITTEN.includes(name) ? [] : value));
  const inputs = [...command.args, ...read].filter((value) => typeof value === "string").flatMap(partsOf);
  for (const option of command.options) {
    const name = option.attributeName();
    const path = values[name];
    if (!WRITTEN.includes(name) || typeof path !== "string") continue;
    refuseOver(`--${hyphened(name)}`, path, inputs);
  }
}

/** The same for files that are named elsewhere, as by the head of a log. @throws "choice" naming the option */
export function refuseOver(flag: string, path: string, inputs: readonly string[]): void {
  const files = flag === "--order-out" ? [path, `${path}.json`] : [path];
  const same = inputs.find((input) => files.some((file) => isSame(fileAt(file), fileAt(input))));
  if (same === undefined) return;
  const input = same === "-" ? "standard input" : same;
  throw problem.choice`${flag} ${path} would write over ${input}, which is read. Name another file`;
}

/** A path, and the files that are read with it where it is one of several. */
export function partsOf(path: string): string[] {
  const stem = PARTS.reduce((name, part) => (name.endsWith(part) ? name.slice(0, -part.length) : name), path);
  return [path, ...PARTS.map((part) => stem + part)];
}

/** A regular file that is there. */
function fileAt(path: string): BigIntStats | undefined {
  try {
    const status = path === "-" ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true });
    return status.isFile() ? status : undefined;
  } catch {
    return undefined; // nothing is there, or whoever reads or writes it will say why it cannot be opened
  }
}

const isSame = (a: BigIntStats | undefined, b: BigIntStats | undefined) =>
  a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;

import { basename, dirname } from "node:path";
import { removeAbandoned } from "./folder-lock.js";

/** How all names begin under which this process writes what it is to put in place at `path`: nobody else gives such. */
export const besideOf = (path: string): string => `${path}.crawlbench-${process.pid}.`;

/** Removes what processes that are gone had written for `path`, and could not put in place. */
export const removeLeftBeside = (path: string): void =>
  removeAbandoned(dirname(path), /^(\d+)\./, `${basename(path)}.crawlbench-`);

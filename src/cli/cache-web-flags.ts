import { existsSync } from "node:fs";
import { problem } from "../base/error.js";
import { inShell } from "../base/in-shell.js";
import { isNameOfWeb } from "../web/dataset/card.js";

/** What the command line calls a stored web in place of a log. */
export const WEB = "web";

/** How a stored web is crawled for its log. */
export interface CacheWebFlags {
  readonly format: string;
  readonly by?: string;
  readonly threads?: number;
  readonly processes?: number;
  readonly seed?: number;
  readonly column?: string;
  readonly separator?: string;
  readonly normalize?: boolean;
}

/** Whether a stored web is meant: by its format, or by a name of the catalogue at which there is no file. */
export const isWeb = (name: string, format: string): boolean =>
  format === WEB || (format === "auto" && !existsSync(name) && isNameOfWeb(name));

/** @throws "choice" for flags that say nothing to a web, or to a log */
export function checkWebFlags(name: string, { format, by, column, separator, normalize }: CacheWebFlags): void {
  if (!isWeb(name, format)) {
    if (by !== undefined)
      throw problem.choice`--by is the order in which a stored web is crawled, and ${name} is read as a log. Leave it out, or say that it is a web: crawlbench cache ${inShell(name)} --by ${inShell(by)} --format web`;
    return;
  }
  const [idle] = Object.entries({ column, separator, normalize }).filter(([, value]) => value !== undefined);
  if (idle) throw problem.choice`--${idle[0]} says how to read a log, and ${name} is a stored web: leave it out`;
}

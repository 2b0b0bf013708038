import { damageIn } from "../../archive/import/import-summary.js";
import type { Web } from "../web.js";
import type { ArchiveWeb } from "./open-archive.js";

/** What a person should know of a web's source before judging crawls of it: damage, and what was left out of it. */
export const sourceWarnings = (web: Web): string[] => [...damageOf(web), ...leftOut(web)];

function damageOf(web: Web): string[] {
  const { archive } = web as Partial<ArchiveWeb>;
  const found = Object.entries(damageIn(archive ?? {}));
  if (found.length === 0) return [];
  const reasons = found.map(([reason, count]) => `${count} x ${reason.replaceAll("-", " ")}`).join(", ");
  return [
    `The archive of ${web.name} is damaged or incomplete (${reasons}): this web is what could be read of it. Fetch it again if you can`,
  ];
}

const leftOut = ({ name, ignored = [] }: Web): string[] =>
  ignored.length === 0 ? [] : [`Not read of ${name}: ${ignored.join("; ")}`];

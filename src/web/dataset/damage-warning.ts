import { damageIn } from "../../archive/import/import-summary.js";
import type { Web } from "../web.js";
import type { ArchiveWeb } from "./open-archive.js";

/** What a person should know before judging a web that came from a damaged archive; undefined where nothing is lost. */
export function damageWarning(web: Web): string | undefined {
  const { archive } = web as Partial<ArchiveWeb>;
  const found = Object.entries(damageIn(archive ?? {}));
  if (found.length === 0) return undefined;
  const reasons = found.map(([reason, count]) => `${count} x ${reason.replaceAll("-", " ")}`).join(", ");
  return `The archive of ${web.name} is damaged or incomplete (${reasons}): this web is what could be read of it. Fetch it again if you can`;
}

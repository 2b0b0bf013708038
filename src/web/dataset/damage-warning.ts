import type { Web } from "../web.js";
import type { ArchiveWeb } from "./open-archive.js";

/** Reasons of an archive's reader that mean that something of it is lost. */
const DAMAGE = /^(?:cut|damaged|truncated|bad)-|^bytes-between-|^no-content-length$/;

/** What a person should know before judging a web that came from a damaged archive; undefined where nothing is lost. */
export function damageWarning(web: Web): string | undefined {
  const { archive } = web as Partial<ArchiveWeb>;
  const found = Object.entries(archive?.skipped ?? {}).filter(([reason]) => DAMAGE.test(reason));
  if (found.length === 0) return undefined;
  const reasons = found.map(([reason, count]) => `${count} x ${reason.replaceAll("-", " ")}`).join(", ");
  return `The archive of ${web.name} is damaged (${reasons}): this web is what could be read of it. Fetch it again if you can`;
}

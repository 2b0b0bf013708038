import { gotInstead, problem } from "../base/error.js";
import { checkOptions, list } from "../base/method.js";
import { NORMALIZE_STEPS, type NormalizeStepName, type UrlParts } from "./normalize-steps.js";
import { parseUrl } from "./parse.js";

export { NORMALIZE_STEPS, type NormalizeStepName } from "./normalize-steps.js";

/** Names of all steps, in the order in which they are taken. */
export const NORMALIZE_STEP_NAMES = Object.keys(NORMALIZE_STEPS) as NormalizeStepName[];

/**
 * Steps that cannot change what the crawler fetches: fragments are never sent, and this crawler sends no user
 * information. All others may join pages that differ (on most sites they do not), so that they are to be asked for.
 */
export const DEFAULT_STEPS: readonly NormalizeStepName[] = ["fragment", "credentials"];

export interface NormalizeOptions {
  /** Absolute URL that a relative one is resolved against; undefined or null: none. */
  readonly base?: string | null;
  /** Default: `DEFAULT_STEPS`. They are taken in the order of `NORMALIZE_STEPS`, whatever their order here. */
  readonly steps?: readonly NormalizeStepName[];
}

/**
 * The form of a URL by which pages are told apart: as the WHATWG parser serialises it (which puts scheme and host into
 * lower case, encodes the host, drops default ports and dot segments), then changed by the steps. URLs of other schemes
 * than http and https lose their fragment at most. Normalising a URL that was normalised changes nothing.
 *
 * @returns undefined for what is no URL
 * @throws "option" for what is no text, a step that is not known, or what is no options
 */
export function normalizeUrl(input: string, options?: NormalizeOptions): string | undefined {
  if (options !== undefined) checkOptions("normalizeUrl", options, RULES);
  if (typeof input !== "string" && !((input as unknown) instanceof URL))
    throw problem.option`normalizeUrl takes a URL as text; ${gotInstead(input)}`;
  const { base, steps = DEFAULT_STEPS } = options ?? {};
  const parsed = parseUrl(input, base ?? undefined);
  return parsed && applySteps(parsed.href, steps);
}

const RULES = { steps: list, base: undefined };

/** @param href as the WHATWG parser serialises it */
export function applySteps(href: string, steps: readonly NormalizeStepName[]): string {
  for (const step of steps) {
    if (!Object.hasOwn(NORMALIZE_STEPS, step))
      throw problem.option`no step "${step}" of normalizing URLs. There are: ${NORMALIZE_STEP_NAMES.join(", ")}`;
  }
  const chosen = NORMALIZE_STEP_NAMES.filter((step) => steps.includes(step));
  if (!href.startsWith("http:") && !href.startsWith("https:")) {
    const hash = href.indexOf("#");
    return hash >= 0 && steps.includes("fragment") ? href.slice(0, hash) : href;
  }
  for (let before = href; ; ) {
    let parts = taken(before);
    for (const step of chosen) parts = NORMALIZE_STEPS[step].apply(parts);
    const joined = together(parts);
    const after = joined === before ? before : (parseUrl(joined)?.href ?? before);
    if (after === before) return after;
    before = after; // what one step leaves may be work for an earlier one
  }
}

/** Takes a serialised http(s) URL apart; `together` is its inverse. */
function taken(href: string): UrlParts {
  const [beforeFragment, fragment] = halves(href, "#");
  const [beforeQuery, query] = halves(beforeFragment, "?");
  const colon = beforeQuery.indexOf(":");
  const slash = beforeQuery.indexOf("/", colon + 3);
  const authority = beforeQuery.slice(colon + 3, slash);
  const at = authority.lastIndexOf("@");
  const server = authority.slice(at + 1);
  const port = /:(\d+)$/.exec(server)?.[1] ?? "";
  return {
    scheme: beforeQuery.slice(0, colon),
    credentials: at < 0 ? "" : authority.slice(0, at),
    host: port === "" ? server : server.slice(0, -port.length - 1),
    port,
    path: beforeQuery.slice(slash),
    query,
    fragment,
  };
}

function halves(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function together({ scheme, credentials, host, port, path, query, fragment }: UrlParts): string {
  const user = credentials === "" ? "" : `${credentials}@`;
  const server = port === "" ? host : `${host}:${port}`;
  const search = query === undefined ? "" : `?${query}`;
  return `${scheme}://${user}${server}${path}${search}${fragment === undefined ? "" : `#${fragment}`}`;
}

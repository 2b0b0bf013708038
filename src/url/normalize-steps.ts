import { plainEscapes } from "./escapes.js";

/** An http(s) URL, as the WHATWG parser serialises it, taken apart; put together again it is the same. */
export interface UrlParts {
  /** "http" or "https". */
  readonly scheme: string;
  /** "user:password"; "" when there is none. */
  readonly credentials: string;
  readonly host: string;
  /** "8080"; "" for the default port. */
  readonly port: string;
  /** Begins with "/". */
  readonly path: string;
  /** Without "?"; undefined when there is no "?". */
  readonly query: string | undefined;
  /** Without "#"; undefined when there is no "#". */
  readonly fragment: string | undefined;
}

/** One rule by which URLs that stand for one page are made equal. Pure. */
export interface NormalizeStep {
  /** What it does, for help texts. */
  readonly about: string;
  readonly apply: (parts: UrlParts) => UrlParts;
}

const inPath =
  (change: (path: string) => string) =>
  (parts: UrlParts): UrlParts => ({ ...parts, path: change(parts.path) });

/** Drops parameters by name; the query goes with the last of them. */
const withoutParameters =
  (isDropped: (name: string, value: string) => boolean) =>
  (parts: UrlParts): UrlParts => {
    if (!parts.query) return parts;
    const all = parts.query.split("&");
    const kept = all.filter((parameter) => {
      const { name, value } = named(parameter);
      return !isDropped(name.toLowerCase(), value);
    });
    if (kept.length === all.length) return parts;
    return { ...parts, query: kept.length === 0 ? undefined : kept.join("&") };
  };

function named(parameter: string): { readonly name: string; readonly value: string } {
  const equals = parameter.indexOf("=");
  return equals < 0
    ? { name: parameter, value: "" }
    : { name: parameter.slice(0, equals), value: parameter.slice(equals + 1) };
}

const TRACKING = new Set([
  "gclid",
  "gclsrc",
  "dclid",
  "gbraid",
  "wbraid",
  "gad_source",
  "gad_campaignid",
  "srsltid",
  "_ga",
  "_gl",
  "fbclid",
  "igshid",
  "igsh",
  "msclkid",
  "yclid",
  "ysclid",
  "twclid",
  "ttclid",
  "li_fat_id",
  "epik",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "_hsenc",
  "_hsmi",
  "__hssc",
  "__hstc",
  "__hsfp",
  "hsctatracking",
  "vero_id",
  "vero_conv",
  "oly_anon_id",
  "oly_enc_id",
  "rb_clickid",
  "s_cid",
  "wickedid",
  "ml_subscriber",
  "ml_subscriber_hash",
  "_openstat",
  "icid",
  "ncid",
  "cmpid",
  "zanpid",
  "irclickid",
]);

const isTracking = (name: string) => /^(utm|itm|pk|mtm|matomo|piwik)_/.test(name) || TRACKING.has(name);

const SESSIONS = new Set(["jsessionid", "phpsessid", "sessionid", "session_id", "cfid", "cftoken", "sessid"]);

/** "sid" is also a name for other things: it counts with a value of 32 letters and digits only, as in Heritrix. */
const isSession = (name: string, value: string) =>
  SESSIONS.has(name) || name.startsWith("aspsessionid") || (name === "sid" && /^[0-9a-z]{32}$/i.test(value));

/** ";jsessionid=.." at the end of a segment, and the "(S(..))" of ASP.NET in a segment of its own. */
const withoutSessionPath = (path: string) =>
  path.replace(/;(jsessionid|phpsessid|sid)=[^/;]*/gi, "").replace(/\/\((?:[a-z]\([0-9a-z]{24}\))+\)(?=\/)/gi, "");

const INDEX = /\/(index\.(html?|shtml|xhtml|php[3-5]?|aspx?|jspx?|cfm|cgi|pl)|default\.(html?|aspx?)|home\.html?)$/i;

/** Every step, in the order in which those that are asked for are taken. */
export const NORMALIZE_STEPS = {
  fragment: {
    about: "drop #...: it is never sent",
    apply: (parts) => ({ ...parts, fragment: undefined }),
  },
  credentials: {
    about: "drop user:password@, which the crawler does not send",
    apply: (parts) => ({ ...parts, credentials: "" }),
  },
  "trailing-dot": {
    about: "drop the dot at the end of the host: a.example. is a.example",
    apply: (parts) => (/[^.]\.$/.test(parts.host) ? { ...parts, host: parts.host.slice(0, -1) } : parts),
  },
  www: {
    about: "drop www. before the host, also www2. and the like",
    apply: (parts) => ({ ...parts, host: parts.host.replace(/^(www\d*\.)+(?=[^.]+\.[^.])/, "") }),
  },
  https: {
    about: "http becomes https, where there is no port",
    apply: (parts) => (parts.port === "" ? { ...parts, scheme: "https" } : parts),
  },
  escapes: {
    about: "%c3 becomes %C3, and %7E the ~ that it stands for (RFC 3986, 6.2.2)",
    apply: (parts) => ({
      ...parts,
      path: plainEscapes(parts.path),
      query: parts.query === undefined ? undefined : plainEscapes(parts.query),
    }),
  },
  "duplicate-slashes": {
    about: "// within the path becomes /",
    apply: inPath((path) => path.replace(/\/{2,}/g, "/")),
  },
  "session-ids": {
    about: "drop ;jsessionid=.., PHPSESSID, ASPSESSIONID.., CFID, a sid of 32 letters and digits, ..",
    apply: (parts) => withoutParameters(isSession)(inPath(withoutSessionPath)(parts)),
  },
  "tracking-parameters": {
    about: "drop utm_.., gclid, fbclid, msclkid, mc_cid, ..",
    apply: withoutParameters(isTracking),
  },
  "sort-query": {
    about: "sort parameters by name; those of one name keep their order",
    apply: (parts) => {
      if (!parts.query) return parts;
      const all = parts.query.split("&").map((text) => ({ text, name: named(text).name }));
      all.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      return { ...parts, query: all.map(({ text }) => text).join("&") };
    },
  },
  "empty-query": {
    about: "drop a ? with nothing behind it",
    apply: (parts) => (parts.query === "" ? { ...parts, query: undefined } : parts),
  },
  index: {
    about: "drop index.html, index.php, default.asp, .. at the end of the path",
    apply: inPath((path) => path.replace(INDEX, "/")),
  },
  "trailing-slash": {
    about: "drop the / at the end of the path, but for that of the root",
    apply: inPath((path) => path.replace(/(.)\/+$/, "$1")),
  },
} as const satisfies Readonly<Record<string, NormalizeStep>>;

export type NormalizeStepName = keyof typeof NORMALIZE_STEPS;

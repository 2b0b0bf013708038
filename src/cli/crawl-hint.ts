import type { CrawlStatus } from "../fetch/status.js";

/** What helps against a fault at sites of one's own: by its name, and what its message says. */
const HINTS: readonly (readonly [fault: string, about: RegExp, hint: string])[] = [
  ["forbidden-address", /./, ". For addresses of your own: --allow-private"],
  ["tls", /certificate/, ". For a host of your own: --insecure HOST"],
];

/** What to add to the message of a fault; "" where nothing helps. */
export const hintOn = (error: { readonly fault: string; readonly message: string } | undefined): string =>
  HINTS.find(([fault, about]) => fault === error?.fault && about.test(error.message))?.[2] ?? "";

/** What came where no page did, and what to do about it. @param cookies are they kept? */
export function answersOf({ statuses, links }: Pick<CrawlStatus, "statuses" | "links">, cookies: boolean): string {
  const came = Object.keys(statuses);
  const isMoved = came.some((status) => /^3\d\d$/.test(status) && status !== "304");
  const isOut = Object.keys(links.outOfScope).length > 0;
  const hints = [
    came.includes("401") && "For a name and a password: --auth HOST=user:password",
    isMoved && isOut && "A redirect leads out of scope: start from the URL to which it leads",
    isMoved && !isOut && !cookies && "Where a site asks for cookies: --cookies",
    came.includes("200") && "None of it is HTML",
  ].filter((hint) => hint !== false);
  return [`answers by status: ${JSON.stringify(statuses)}`, ...hints].join(". ");
}

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { LOT } from "../../src/site/chance.js";
import { WebContent } from "../../src/site/content.js";
import { settingsOf, USUAL_FAULTS } from "../../src/site/options.js";
import { MOVED_RULES } from "../../src/site/robots-rules.js";
import { campus } from "../../src/web/campus/campus.js";

const web = campus({ pages: 120 });
const MOST = 600;

/** What a site answers to whoever asks twice for all that can be found, robots.txt and sitemaps too. */
function answersOf(content: WebContent): object[] {
  const answers: object[] = [];
  const found = new Set([content.start]);
  for (const url of found) {
    if (answers.length === MOST) break;
    const { host, pathname, search, origin } = new URL(url);
    const asked = pathname + search;
    for (const path of ["/robots.txt", "/sitemap.xml", MOVED_RULES]) found.add(`${origin}${path}`);
    const ask = () =>
      content.answer({
        method: "GET",
        host,
        path: asked,
        header: () => undefined,
      });
    const answer = [ask(), ask()][1];
    const { body, latency, ...rest } = answer;
    // what is packed differs from one zlib to the next
    const text = pathname.endsWith(".gz") ? "" : Buffer.from(body).toString("latin1");
    answers.push({ url, ...rest, latency: latency?.toFixed(6), text });
    for (const [, link] of text.matchAll(/(?:href="|<loc>)([^"<]*)/g)) {
      const next = new URL(link.replaceAll("&amp;", "&"), url);
      if (next.protocol === "http:") found.add(next.href.replace(/#.*/, ""));
    }
    const location = answer.headers.find((line) => line.startsWith("Location: "))?.slice(10);
    if (location) found.add(new URL(location, url).href);
  }
  return answers;
}

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

describe("a site that is served again", () => {
  it("draws what it drew, for the number of each lot is its place in the order in which they came", () => {
    expect(Object.values(LOT)).toEqual(Object.keys(LOT).map((_, i) => i + 1));
  });

  // Regression: own output. A change here changes every site that somebody crawled: results no longer compare.
  it.each([
    ["plain", {}, 0, "7b7e664cf56c7063"],
    ["of pages as large as those of the web", { bytes: 0, sitemaps: true, seed: 3 }, 0, "ec495f752fc7cfab"],
    ["with the usual faults", { faults: { ...USUAL_FAULTS, robots: true }, latency: 20 }, 0, "931d16093c19d08b"],
    ["with the usual faults, changed thrice", { faults: USUAL_FAULTS, seed: 9 }, 3, "f6bc297fe5eea3b4"],
    [
      "with every fault often",
      {
        faults: {
          ...USUAL_FAULTS,
          transient: 0.3,
          deadHosts: 0.2,
          slowHosts: 0.3,
          traps: 0.5,
          copies: 0.5,
          chunked: 0.5,
          change: 0.5,
        },
        seed: 2,
        latency: 5,
      },
      1,
      "92b3b9e963aef5d9",
    ],
  ] as const)("answers the same: %s", (_, options, epoch, expected) => {
    const content = new WebContent(web, settingsOf(options));
    content.epoch = epoch;
    const answers = answersOf(content);
    expect(answers.length).toBeGreaterThan(100);
    expect(digest(answers)).toBe(expected);
  });
});

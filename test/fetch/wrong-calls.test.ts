import { join } from "node:path";
import { describe } from "vitest";
import { Crawl } from "../../src/fetch/crawl.js";
import { realCrawl } from "../../src/fetch/real-crawl.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { refused, untyped, type WrongCall } from "../fixture/wrong-calls.js";

const js = untyped({ Crawl, realCrawl });
const crawl = (options: object) =>
  js.realCrawl({ seeds: ["127.0.0.1:1"], out: temporaryFolder(), contact: "a@b.example", ...options });

const calls: readonly WrongCall[] = [
  [
    "realCrawl, no seeds for a new folder",
    () => crawl({ seeds: [], out: join(temporaryFolder(), "new") }),
    /^nothing to start from: seeds: \["https:\/\/\.\.\."\]$/,
  ],
  ["realCrawl()", () => js.realCrawl(), /^a crawl takes its options in braces, .*found undefined$/],
  ["realCrawl, no URL", () => crawl({ seeds: [null] }), /^a seed is an http or https URL, as text; found null$/],
  [
    "Crawl.open, no URL",
    () => js.Crawl.open({ seeds: [7], out: temporaryFolder(), contact: "a@b.example" }),
    /found 7$/,
  ],
  [
    "realCrawl, an option",
    () => crawl({ conections: 5 }),
    /^a crawl has no option "conections": .*Did you mean connections\?$/,
  ],
  ["realCrawl, a number", () => crawl({ pages: "5" }), /^pages is a positive number; found "5"$/],
  ["realCrawl, a flag", () => crawl({ allowPrivate: "no" }), /^allowPrivate is true or false; found "no"$/],
  [
    "realCrawl, an option that stands inside others",
    () => crawl({ delay: 0 }),
    /^a crawl has no option "delay": write politeness: \{ delay \} or retry: \{ delay \}$/,
  ],
  ["realCrawl, of the scope", () => crawl({ within: "host" }), /"within": write scope: \{ within \}$/],
  ["realCrawl, an address", () => crawl({ resolve: { a: "b" } }), /^resolve is a list, such as \["\*\.example=/],
  ["realCrawl, a word", () => crawl({ robots: "ignor" }), /^a crawl: robots is .*Did you mean ignore\?$/],
  ["realCrawl, a name", () => crawl({ ordering: "backlink" }), /^a crawl: .*Did you mean orderings\.backlink\? /],
  ["realCrawl, scope", () => crawl({ scope: { withn: "host" } }), /has no option "withn": .*Did you mean within\?$/],
  [
    "realCrawl, of this machine",
    () => crawl({}),
    /^no page was fetched: http:\/\/127\.0\.0\.1:1\/robots\.txt: .*\(loopback\) is not asked\. .*add allowPrivate: true and crawl again$/,
  ],
];

describe("a wrong call in plain JavaScript", () => refused(calls));

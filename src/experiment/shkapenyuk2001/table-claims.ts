import { counted, inPercent, plural } from "../../base/numbers.js";
import { type Claim, howMany, untestable } from "../claim.js";
import {
  type Accounts,
  byStatus,
  crawlersAccounts,
  publishedShare,
  STATUSES,
  serversAccounts,
  serversStatuses,
  TABLE_4_1,
} from "./accounts.js";
import type { TestbedCrawl } from "./testbed.js";

/** Standard deviations within which a count drawn by chance lies in 999 of 1,000 cases. */
const DEVIATIONS = 3.29;

/** Names of what differs between two accounts of one crawl. */
const differing = <T extends object>(a: T, b: T): string[] =>
  (Object.keys(a) as (keyof T & string)[]).filter((name) => a[name] !== b[name]);

/** By how many standard deviations of the binomial each status is off the share that the paper has. */
export function deviations(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const total = STATUSES.reduce((sum, name) => sum + counts[name], 0);
  return Object.fromEntries(
    STATUSES.map((name) => {
      const share = publishedShare(name);
      return [name, (counts[name] - share * total) / Math.sqrt(share * (1 - share) * total)];
    }),
  );
}

/** Do two accounts agree in every row? "mixed" when no row is off by more than one in a thousand. */
function sameAccounts<T extends object>(crawler: T, server: T): "agrees" | "mixed" | "disagrees" {
  const off = differing(crawler, server).map((name) => {
    const [a, b] = [crawler, server].map((each) => Number(each[name as keyof T]));
    return Math.abs(a - b) / Math.max(1, b);
  });
  return off.length === 0 ? "agrees" : off.every((share) => share <= 0.001) ? "mixed" : "disagrees";
}

const listed = (names: readonly string[]) => (names.length === 0 ? "no row differs" : `differing: ${names.join(", ")}`);

export const claims: readonly Claim<TestbedCrawl>[] = [
  {
    claim: "Requests are network errors, robots.txt requests and successful requests, and nothing else",
    source: "section 4.1, Table 4.1",
    published: "5,873,685 + 16,933,942 + 138,742,184 = 161,549,811; time-outs are among the errors",
    quote:
      "HTTP requests 161,549,811 ... network errors 5,873,685 ... robots.txt requests 16,933,942 ... successful non-robots requests 138,742,184",
    tolerance: "the crawler's own counts add up to its requests, to the last one (mixed: within one in a thousand)",
    wouldChange:
      "A request that two rows count, or none: a redirect from one host to another, or a connection that is cut in the middle of a body, are where to look",
    test(crawl) {
      const { requests, networkErrors, robots, successful } = crawlersAccounts(crawl);
      const total = networkErrors + robots + successful;
      return {
        ours: `${counted(networkErrors)} + ${counted(robots)} + ${counted(successful)} = ${counted(total)} of ${counted(requests)}`,
        verdict: total === requests ? "agrees" : Math.abs(total / requests - 1) <= 0.001 ? "mixed" : "disagrees",
        because: `${plural(crawl.pages, "page")} on ${plural(crawl.hosts, "host")}, all on loopback`,
      };
    },
  },
  {
    claim: "What the crawler accounts for in Table 4.1 is what the server was asked for",
    source: "ours, on section 4.1, Table 4.1: some percentages there were estimated from a part of the logs",
    published: "no server's log to compare with",
    tolerance: "all six rows equal in the crawler's counts and in the server's log (mixed: within one in a thousand)",
    wouldChange:
      "A crawl of several processes, or one that was killed and taken up again, whose counts are off the server's log by more than what the last checkpoint allows",
    test(crawl) {
      const [crawler, server] = [crawlersAccounts(crawl), serversAccounts(crawl)];
      return {
        ours: listed(differing<Accounts>(crawler, server)),
        verdict: sameAccounts(crawler, server),
        because: `${plural(server.requests, "request")}, ${counted(server.networkErrors)} without an answer, ${counted(server.timeouts)} of them time-outs, ${counted(server.bytes)} bytes`,
      };
    },
  },
  {
    claim: "3.6 % of the requests are network errors, two in five of them time-outs, and 10.5 % are for robots.txt",
    source: "section 4.1, Table 4.1",
    published: "3.64 %, 38.95 % of them, and 10.48 %",
    tolerance: "not set: which hosts are dead here is our choice, and robots.txt never expires in a crawl of seconds",
    quote:
      "HTTP requests 161,549,811 ... network errors 5,873,685 ... read_timeout_exceeded errors 2,288,084 ... robots.txt requests 16,933,942",
    wouldChange:
      "A crawl of some thousand real hosts over several days: errors within 2 points of 3.6 % and robots.txt within 5 of 10.5 %, or not",
    test(crawl) {
      const { requests, networkErrors, timeouts, robots } = crawlersAccounts(crawl);
      return untestable(
        "hosts that fail, and how long robots.txt is kept, are properties of the Web of 2001 and of 18 days",
        `${inPercent(networkErrors / requests, 2)} errors, ${timeouts} of ${networkErrors} time-outs, ${inPercent(robots / requests, 2)} robots.txt`,
      );
    },
  },
  {
    claim: "The total is the number of successful requests times their mean size, 13,354 bytes",
    source: "section 4.1, Table 4.1",
    kind: "construction",
    published: "138,742,184 times 13,354 bytes are 1.85 TB: answers with errors count in the mean",
    tolerance:
      "pages alone within 10 % of 13,354 bytes, since that is what the testbed draws (mixed: 20 %); by construction",
    quote:
      "successful non-robots requests 138,742,184 ... average size of page 13,354 bytes ... total data size 1.85 TB",
    wouldChange:
      "A heavier tail of sizes than log-normal in the testbed: the mean of a few thousand pages is then off by more than a fifth in most seeds",
    test({ log, status }) {
      const pages = log.filter(({ kind, status: code }) => kind === "page" && code === 200);
      const mean = pages.reduce((sum, { bytes }) => sum + bytes, 0) / pages.length;
      const all = status.bytes / Object.values(status.statuses).reduce((sum, count) => sum + count, 0);
      const off = Math.abs(mean / TABLE_4_1.bytes) * TABLE_4_1.successful;
      return {
        ours: `${counted(Math.round(mean))} bytes a page, ${counted(Math.round(all))} a successful request`,
        verdict: Math.abs(off - 1) <= 0.1 ? "agrees" : Math.abs(off - 1) <= 0.2 ? "mixed" : "disagrees",
        because:
          "by construction: the testbed draws log-normal sizes of that mean; answers that are no pages are short here",
      };
    },
  },
  {
    claim: "The rows of Table 4.2 are all successful requests, each once",
    source: "section 4.1, Table 4.2",
    published: "its eight rows add up to 138,742,184, the successful requests of Table 4.1",
    tolerance: "ours add up to our successful requests, to the last one (mixed: within one in a thousand)",
    quote: "total successful non-robot requests 138,742,184 100.00%",
    wouldChange:
      "An answer with a status that no row takes in, such as 1xx or one above 599, that the crawler counts as successful",
    test(crawl) {
      const rows = byStatus(crawl.status.statuses);
      const total = STATUSES.reduce((sum, name) => sum + rows[name], 0);
      const { successful } = serversAccounts(crawl);
      return {
        ours: `${counted(total)} of ${counted(successful)}`,
        verdict: total === successful ? "agrees" : Math.abs(total / successful - 1) <= 0.001 ? "mixed" : "disagrees",
        because: "the crawler's rows, against all answers in the server's log",
      };
    },
  },
  {
    claim: "Statuses come in the shares of Table 4.2",
    source: "section 4.1, Table 4.2",
    kind: "construction",
    published: STATUSES.map((name) => `${name}: ${inPercent(publishedShare(name), 2)}`).join(", "),
    tolerance: `each row within ${DEVIATIONS} standard deviations of the binomial (mixed: six of eight); by construction, since the testbed serves that mix`,
    quote:
      "200 (OK) 121,292,132 87.42% ... 404 (not found) 7,379,633 5.32% ... 302 (moved temporarily) 6,065,464 4.37%",
    wouldChange:
      "Ten other seeds of the testbed, of which more than one has a row beyond that: the mix is then not served as it is meant",
    test(crawl) {
      const rows = byStatus(crawl.status.statuses);
      const off = deviations(rows);
      const within = STATUSES.filter((name) => Math.abs(off[name]) <= DEVIATIONS);
      const { successful } = crawlersAccounts(crawl);
      return {
        ours: STATUSES.map((name) => `${name}: ${inPercent(rows[name] / successful, 2)}`).join(", "),
        verdict: within.length === STATUSES.length ? "agrees" : within.length >= 6 ? "mixed" : "disagrees",
        because: `by construction; ${Math.max(...STATUSES.map((name) => Math.abs(off[name]))).toFixed(1)} deviations off at most`,
      };
    },
  },
  {
    claim: "The crawler's statuses are the server's, row by row",
    source: "ours, on section 4.1, Table 4.2",
    published: "-",
    tolerance: "all eight rows equal (mixed: within one in a thousand)",
    wouldChange:
      "Redirects followed within one request, or answers of a cache on the way, which a crawler counts and a server does not, or the other way round",
    test(crawl) {
      const [crawler, server] = [byStatus(crawl.status.statuses), serversStatuses(crawl)];
      const same = STATUSES.filter((name) => crawler[name] === server[name]).length;
      return {
        ours: listed(differing(crawler, server)),
        verdict: howMany([same === STATUSES.length, sameAccounts(crawler, server) !== "disagrees"]),
        because: `${same} of ${STATUSES.length} rows are equal`,
      };
    },
  },
];

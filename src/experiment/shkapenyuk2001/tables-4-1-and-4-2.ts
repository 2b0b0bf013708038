import { groupedBy } from "../../base/grouped-by.js";
import { counted } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import { bars } from "../../figure/bars.js";
import { testClaims } from "../claim.js";
import { type LoadExperiment, resultOf, SCALE } from "../experiment.js";
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
import { claims } from "./table-claims.js";
import { crawlTestbed, type TestbedCrawl } from "./testbed.js";

/**
 * Hosts that reset every connection, or never answer: enough to meet some of each. The paper does not say how many it
 * met.
 */
const DEAD_HOSTS = 0.1;

/** Both tables side by side: theirs, ours as the crawler counts, ours as the server does. */
function rowsOf(crawl: TestbedCrawl) {
  const [crawler, server] = [crawlersAccounts(crawl), serversAccounts(crawl)];
  const [statuses, served] = [byStatus(crawl.status.statuses), serversStatuses(crawl)];
  const names = Object.keys(TABLE_4_1) as (keyof Accounts)[];
  return [
    ...names.map((row) => ({
      dataset: tables.load,
      table: "4.1",
      row,
      theirs: TABLE_4_1[row],
      ours: crawler[row],
      server: server[row],
      theirShare: TABLE_4_1[row] / TABLE_4_1.requests,
      ourShare: crawler[row] / crawler.requests,
    })),
    ...STATUSES.map((row) => ({
      dataset: tables.load,
      table: "4.2",
      row,
      theirs: publishedShare(row) * TABLE_4_1.successful,
      ours: statuses[row],
      server: served[row],
      theirShare: publishedShare(row),
      ourShare: statuses[row] / crawler.successful,
    })),
  ];
}

/** The statuses other than 200, as shares of those: what can be seen beside 87 %. */
function drawn(crawl: TestbedCrawl) {
  const rows = rowsOf(crawl).filter(({ table, row }) => table === "4.2" && row !== "200");
  const rest = (field: "theirShare" | "ourShare") => rows.reduce((sum, row) => sum + row[field], 0);
  return rows.flatMap(({ row, theirShare, ourShare }) => [
    { dataset: tables.load, ordering: row, group: "Shkapenyuk and Suel 2001", value: theirShare / rest("theirShare") },
    { dataset: tables.load, ordering: row, group: "our testbed", value: ourShare / rest("ourShare") },
  ]);
}

/** The largest distance of the two shares of a status, in points. */
const furthest = (shares: ReturnType<typeof drawn>): number =>
  Math.ceil(
    100 * Math.max(...groupedBy(shares, ({ ordering }) => ordering).map(([a, b]) => Math.abs(a.value - b.value))),
  );

/** A crawl of the testbed, accounted for as section 4.1 does. Shkapenyuk and Suel 2001, Tables 4.1 and 4.2. */
export const tables: LoadExperiment = {
  id: "shkapenyuk2001/tables-4-1-and-4-2",
  title: "What a crawl's requests came to",
  paper:
    "Shkapenyuk and Suel 2001, section 4.1, Tables 4.1 and 4.2: a crawl of over 120 million pages on some 5 million hosts, by requests, errors and statuses. " +
    "Here the crawler fetches all of a generated web from a server of our own that answers in their mix of statuses: that the mix comes out is by construction; what is tested is that the crawler's accounts are the server's.",
  load: "testbed-load",
  waits: true, // for hosts that never answer
  async run(options = {}) {
    const { seed = 1, scale = SCALE } = options;
    const crawl = await crawlTestbed({ statuses: true, deadHosts: DEAD_HOSTS }, options);
    return resultOf(
      tables,
      tables.load,
      testClaims(claims, crawl),
      rowsOf(crawl),
      { pages: crawl.pages, hosts: crawl.hosts, seed, scale, crawlbench: version },
      () =>
        bars(drawn(crawl), {
          title: `The testbed answers in the paper's mix: no status is more than ${furthest(drawn(crawl))} points off`,
          axis: "share of the answers other than 200 (%)",
          notes: [
            `${counted(crawlersAccounts(crawl).successful)} successful requests; by construction, see the claims`,
          ],
        }),
    );
  },
};

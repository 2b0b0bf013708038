import { counted } from "../../base/numbers.js";
import { quantile } from "../../base/statistics/quantile.js";
import { version } from "../../base/version.js";
import { bars } from "../../figure/bars.js";
import { testClaims } from "../claim.js";
import { checkScale, type LoadExperiment, resultOf, SCALE } from "../experiment.js";
import { boundOf, claims, type Evidence, type Setting, SMALL, speedOf } from "./crawl-manager-claims.js";
import { drawnRequests, type ManagerLoad, type ManagerRun, orderOf, runManager } from "./manager.js";

/**
 * Section 3.5 at scale 1: x = 10,000 at 120 pages per second, and a crawl long enough to fill the structures; 30 s
 * between requests.
 */
const PAPER = { speed: 120, ready: 10_000, requests: 1_000_000, hosts: 200_000, file: 1_000 } as const;
const DELAY = 30_000;

/** x as multiples of s t; the paper's 10,000 are 2.8 of them. */
const MULTIPLES = [0.1, 1, PAPER.ready / (PAPER.speed * (DELAY / 1000))] as const;

/** The scheduler as the crawl manager. Shkapenyuk and Suel 2001, sections 3.4 and 3.5. */
export const crawlManager: LoadExperiment = {
  id: "shkapenyuk2001/crawl-manager",
  title: "What the crawl manager holds, and in what order it sends",
  paper:
    "Shkapenyuk and Suel 2001, section 3.5: request files are loaded while fewer than x hosts are ready; about x + s t + n_d + n_t hosts are then in memory (s pages per second, " +
    "t seconds between requests to a host, n_d hosts that are down, n_t in transit), and requests are sent in the order issued, unless a host is backed up. No experiment; here the scheduler of our crawler runs on a simulated clock.",
  load: "manager-load",
  repeatable: true,
  async run({ seed = 1, scale = SCALE } = {}) {
    checkScale(scale, "120 pages per second");
    const requests = Math.round(PAPER.requests * scale);
    const speed = PAPER.speed * scale;
    const file = Math.max(1, Math.round(PAPER.file * scale));
    const hosts = drawnRequests(requests, Math.round(PAPER.hosts * scale), seed);
    const loadOf = (ready: number): ManagerLoad => ({ hosts, speed, delay: DELAY, ready, file });
    const settings = MULTIPLES.map((multiple): Setting => {
      const load = loadOf(Math.max(1, Math.round((multiple * speed * DELAY) / 1000)));
      return { multiple, load, run: runManager(load) };
    });
    const small = { ...loadOf(SMALL.hosts / 4), hosts: drawnRequests(SMALL.requests, SMALL.hosts, seed), speed: 4 };
    const evidence: Evidence = {
      settings,
      atOnce: runManager(loadOf(Number.POSITIVE_INFINITY)),
      order: orderOf(small, runManager(small)),
    };
    const rows = settings.map(({ multiple, load, run }) => ({
      dataset: crawlManager.load,
      x: load.ready,
      xOverSt: multiple,
      ...run.peak,
      formula: boundOf({ load, run }),
      queued: run.queued,
      speed: speedOf(run),
      target: speed,
      medianOutOfTurn: quantile(outOfTurn(run), 0.5),
    }));
    const most = Math.max(...rows.flatMap(({ total, formula }) => [total, formula]));
    const withOwnX = rows.filter(({ x }, at) => rows[at - 1]?.x !== x); // of a tiny load, two multiples of s t round to one x
    const drawn = withOwnX.flatMap(({ x, total, formula, ready }) =>
      (["hosts held at the peak", "x + s t + n_d + n_t", "ready among those held"] as const).map((group, i) => ({
        dataset: crawlManager.load,
        ordering: `x = ${counted(x)}`,
        group,
        value: [total, formula, ready][i] / most,
      })),
    );
    return resultOf(
      crawlManager,
      crawlManager.load,
      testClaims(claims, evidence),
      rows,
      { requests, hosts: Math.round(PAPER.hosts * scale), speed, delay: DELAY, file, seed, scale, crawlbench: version },
      () =>
        bars(drawn, {
          title: `The manager holds at most ${Math.max(...rows.map(({ total, formula }) => total / formula)).toFixed(2)} times the hosts of the paper's sum`,
          axis: `host structures in memory (% of ${counted(most)})`,
          notes: [
            `${speed} requests per second, ${DELAY / 1000} s between two to a host: s t = ${counted((speed * DELAY) / 1000)}`,
          ],
        }),
    );
  },
};

/** By how many places each request was sent before or after its turn. */
const outOfTurn = ({ sent }: ManagerRun): number[] => sent.map(({ item }, at) => Math.abs(at - item));

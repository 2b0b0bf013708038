import { createHash } from "node:crypto";
import { problem } from "../../base/error.js";
import { counted } from "../../base/numbers.js";
import { version } from "../../base/version.js";
import { linkedUrls } from "../../crawl/timed/linked-urls.js";
import { timedReplay } from "../../crawl/timed/timed-replay.js";
import { missRateCurve } from "../../figure/miss-rate-curve.js";
import { hostWeb } from "../../web/model/host-web.js";
import { testClaims } from "../claim.js";
import { checkScale, type LoadExperiment, resultOf } from "../experiment.js";
import { claims as ofFigure2 } from "./figure-2.js";
import { relativeClaims } from "./relative-claims.js";
import { CHARGED, PAPER_POLICIES, PAPER_THREADS, sweepTrace } from "./setting.js";
import { alongTrace, risesAtTheEnd, stable } from "./time-figures.js";

/** A process of the paper's logged some 6.7 billion. */
const REQUESTS = 100_000_000;

/** Pages of the generated web: their links are about as many as the requests. */
const PAGES = 4_000_000;

const PAGES_PER_HOST = 100;

/** Section 4.2: 62.55 links a page, 42.74 of them different. */
const REPEATS = 0.317;

const THREADS = Math.max(...PAPER_THREADS);

/** The paper's 500 threads on a web that is made for them. Broder et al. 2003, sections 4.2 and 5.2. */
export const largeTrace: LoadExperiment = {
  id: "broder2003/large-trace",
  title: "Miss rates on 100 million requests of 500 threads",
  paper:
    "Broder et al. 2003, sections 4.2 and 5.2: 500 threads a process, each of which logged some 6.7 billion URLs. Other experiments take a tenth of the threads, since " +
    "real webs at hand end sooner. Here a timed replay of one process has all 500, and 100 million requests, on a generated web of 40,000 hosts. It is no real web: its verdicts never count as those of one.",
  load: "generated-web",
  repeatable: true,
  alone: "100 million requests: some four CPU minutes on a quiet machine, several times that on a busy one, and 4 GB",
  async run(options = {}) {
    const { seed = 1, scale = 1, onProgress } = options;
    checkScale(scale, "100 million requests");
    const told = (task: string, done: number) => onProgress?.({ task, done, total: 3 });
    const pages = Math.ceil(PAGES * scale);
    told("making the web", 0);
    const web = hostWeb({ pages, hosts: Math.ceil(pages / PAGES_PER_HOST), seed }, (text) =>
      createHash("sha256").update(text).digest("hex"),
    );
    const source = linkedUrls(web, { repeats: REPEATS, seed });
    told("crawling it", 1);
    const until = { requests: Math.round(REQUESTS * scale) };
    const { traces, openHosts } = timedReplay(source, { processes: 1, threads: THREADS, seed, until });
    if (options.signal?.aborted) throw problem.stopped`${largeTrace.id} was stopped`;
    told("counting misses", 2);
    const [trace] = traces;
    const crawl = { threads: THREADS, openHosts: openHosts[0] };
    const sweep = await sweepTrace(trace, crawl, options, [...PAPER_POLICIES, CHARGED]);
    const { evidence } = alongTrace(trace, THREADS, seed);
    const overTime = [
      stable("Figure 10"),
      risesAtTheEnd("the crawl is cut after 100 million requests of a web that ends"),
    ];
    const { requests, distinct, rows } = sweep;
    return resultOf(
      largeTrace,
      largeTrace.load,
      [testClaims([...ofFigure2, ...relativeClaims("Figure 3")], sweep), testClaims(overTime, evidence)],
      rows,
      {
        dataset: { name: web.name, sha256: web.sha256 },
        trace: { requests, distinct, sha256: createHash("sha256").update(trace.requests).digest("hex") },
        ...{ threads: THREADS, openHosts: Math.round(openHosts[0]), seed, scale, ...source.assumptions },
        crawlbench: version,
      },
      () =>
        missRateCurve(
          rows.filter(({ policy }) => policy !== CHARGED.label),
          {
            notes: [
              `${web.name}, generated · one process with ${THREADS} threads · ${counted(requests)} requests for ${counted(distinct)} URLs`,
            ],
          },
        ),
    );
  },
};

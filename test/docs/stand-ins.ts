import { depth } from "../depth.js";

/** Pages of a campus, and of one that is crawled. */
export const PAGES = depth({ everyday: 200, prove: 500 });
export const SERVED = depth({ everyday: 100, prove: 150 });
const ENGINES = depth({ everyday: " --engines dedicated,lmdb", prove: "$&" });

/** Lines that are not run here, and why. */
export const NOT_RUN: readonly (readonly [line: RegExp, why: string])[] = [
  [
    /^npm (ci|test|run \w+)\b/,
    "scripts of package.json, which build, test and measure all: test/docs.test.ts holds their names",
  ],
  [/^npm i crawlbench$/, "asks the registry: test/package.prove.ts installs the package from a file"],
  [/^npx vitest run /, "a stranger types it: test/stranger.prove.ts"],
  [
    /\bcrawlbench notebook\b|\bjupyter\b/,
    "opens Jupyter: test/notebook/lab.test.ts, test/notebook/new-notebook.test.ts",
  ],
  [/\bcrawlbench datasets build debian-docs/, "fetches packages of Debian: test/cli/datasets-build.test.ts"],
  [
    /^nats-server |\bcrawlbench (?:processes|work) |\bcrawl .*--join /,
    "several processes at a NATS server: test/cli/join.test.ts, test/cluster",
  ],
  [/"\$URL"/, "asks a crawl that is watched: test/monitor/monitor.test.ts"],
];

/** What a line of the documents asks for, and what stands in for it here. Applied in turn. */
export const STAND_INS: readonly (readonly [line: RegExp, inPlace: string, why: string])[] = [
  [/\bnpx crawlbench\b/g, "crawlbench", "the command of this checkout"],
  [
    / https?:\/\/www\.example\.\w+\//g,
    " http://www.campus.example/",
    "no test asks the internet: the testbed on this machine",
  ],
  [
    /(\bcrawl http\S+ (?!.*--resolve).*)$/,
    "$1 --delay 0 --resolve '*=127.0.0.1:8080'",
    "... is told where it is, and that it may be hurried",
  ],
  [
    /(\bcrawlbench crawl (?=--)(?!.*--resolve).*)$/,
    "$1 --delay 0 --resolve '*=127.0.0.1:8080'",
    "... and so is a crawl that goes on",
  ],
  [
    /\bcurl -s (\S+)/,
    "node -e 'fetch(process.argv[1]).then((found) => found.text()).then(console.log)' $1",
    "not every machine has curl",
  ],
  [/http:\/\/localhost:8000\//g, "http://127.0.0.1:8080/", "the testbed"],
  [
    /\b(serve|replay|judge|compare|play|freshness|sample) campus(?! --pages)\b/,
    `$1 campus --pages ${PAGES}`,
    "a smaller campus",
  ],
  [/ campus --pages (?:1000|2000|5000)\b/, ` campus --pages ${PAGES}`, "a smaller one"],
  [/\bserve campus --pages \d+\b/, `serve campus --pages ${SERVED}`, "a smaller one yet, which is crawled"],
  [/\b(cnr-2000|web-NotreDame)(?= --)/, "my-links.txt.gz", "webs that are no part of this package"],
  [/ --repeats (?:\d\d+|[3-9])\b/, " --repeats 2", "fewer crawls"],
  [/ --join nats:\S+/, "", "this machine alone; with others: test/cluster/jobs"],
  [/\breproduce all$/, "reproduce cho1998/graph-1", "one figure of thirty; the others in test/experiment"],
  [/(\breproduce \S+)(?! --web)$/, "$1 --web campus-1k --repeats 2", "a smaller web, fewer crawls"],
  [/(\breproduce \S+ --web \S+)$/, depth({ everyday: "$1 --repeats 2", prove: "$&" }), "every day fewer crawls"],
  [
    /(\breproduce \S+ --web .*)$/,
    depth({ everyday: "$1 --no-report", prove: "$&" }),
    "every day no report: test/cli/reproduce.test.ts",
  ],
  [/( --web| fingerprints|\bcache) campus(?= |$)/, "$1 campus-1k", "the same"],
  [/ --engines \S*(?:berkeley|postgres)\S*/, ENGINES, "every day no servers of other programs: test/cli/urldb.test.ts"],
  [/(\burldb bench(?:(?! --start).)*)$/, "$1 --start 1000", "fewer URLs"],
  [/ --start 1000000\b/, " --start 1000", "the same"],
  [/(\burldb bench(?:(?! --add).)*)$/, "$1 --add 2000", "the same"],
  [/ --add \d+\b/, " --add 2000", "the same"],
  [/(\burldb bench(?:(?! --block).)*)$/, "$1 --block 1000", "the same"],
  [/ --(block|batch) \d+\b/g, " --$1 1000", "the same"],
  [/ 4711 /, " 7 ", "a page of the small list that stands in"],
];

/** The line as it is run here. */
export const standingIn = (line: string): string =>
  STAND_INS.reduce((text, [found, inPlace]) => text.replace(found, inPlace), line);

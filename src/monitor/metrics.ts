import type { CrawlStatus, ProcessStatus } from "../fetch/status.js";

const STATES: readonly CrawlStatus["state"][] = ["running", "paused", "draining", "done", "stopped"];

/** A backslash, a line feed and a quote are escaped in the value of a label. */
const escaped = (value: string): string => value.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/"/g, '\\"');

type Family = (type: "counter" | "gauge", name: string, help: string, values: Values, label?: string) => void;

type Values = number | undefined | readonly (readonly [labelValue: string, value: number])[];

/**
 * A status in the text format of Prometheus, version 0.0.4: seconds and bytes as units, counters end in `_total`.
 * <https://prometheus.io/docs/instrumenting/exposition_formats/>
 */
export function metrics(status: CrawlStatus): string {
  const lines: string[] = [];
  const family: Family = (type, name, help, values, label = "") => {
    if (values === undefined) return;
    lines.push(`# HELP crawlbench_${name} ${help}`, `# TYPE crawlbench_${name} ${type}`);
    if (typeof values === "number") lines.push(`crawlbench_${name} ${values}`);
    else for (const [of, value] of values) lines.push(`crawlbench_${name}{${label}="${escaped(of)}"} ${value}`);
  };
  const { hosts, links } = status;
  family("counter", "requests_total", "HTTP requests, robots.txt and failed ones included.", status.requests);
  family("counter", "robots_requests_total", "Requests for robots.txt.", status.robotsRequests);
  family("counter", "faults_total", "Requests without a usable response.", Object.entries(status.faults), "fault");
  family("counter", "responses_total", "Responses, robots.txt excluded.", Object.entries(status.statuses), "status");
  family("counter", "pages_total", "Responses with HTML that was parsed.", status.pages);
  family("counter", "body_bytes_total", "Bytes of bodies, robots.txt excluded.", status.bytes);
  family("counter", "links_found_total", "URLs found, redirects included.", links.found);
  family("counter", "links_fresh_total", "URLs found for the first time.", links.fresh);
  family("counter", "links_out_of_scope_total", "URLs no rule let in.", Object.entries(links.outOfScope), "rule");
  family("counter", "disallowed_urls_total", "URLs that robots.txt disallows.", status.disallowed);
  family("counter", "crawl_seconds_total", "Time of crawling, without pauses between runs.", status.elapsed / 1000);
  family("gauge", "start_time_seconds", "Start, seconds since 1970.", status.started / 1000);
  family("gauge", "frontier_urls", "URLs that wait.", status.frontier);
  family("gauge", "hosts_known", "Hosts known so far.", hosts.known);
  const byState = [
    ["ready", hosts.ready],
    ["waiting", hosts.waiting],
    ["down", hosts.down],
    ["in use", hosts.inUse],
  ] as const;
  family("gauge", "hosts", "Hosts by what they wait for.", byState, "state");
  family("gauge", "in_flight_requests", "Requests under way.", status.inFlight);
  family("gauge", "pages_per_second", "Over the last ten seconds.", status.rate.pagesPerSecond);
  family("gauge", "bytes_per_second", "Over the last ten seconds.", status.rate.bytesPerSecond);
  family("gauge", "speed_limit_requests_per_second", "Speed aimed at; absent: no limit.", status.speed);
  family("gauge", "cache_hit_ratio", "Share of found URLs that memory knew.", status.cacheHits);
  const { urlCache } = status;
  family("counter", "url_cache_requests_total", "URLs that the URL cache was asked for.", urlCache?.asked);
  family("counter", "url_cache_hits_total", "URLs that the URL cache knew.", urlCache?.hits);
  const { nearDuplicates: near } = status;
  family("counter", "near_duplicate_pages_total", "Pages nearly equal to one of their host.", near?.pages);
  family("counter", "near_duplicate_unfollowed_total", "Of those, pages whose links are a trap's.", near?.unfollowed);
  const traps = near?.traps.map(({ url, pages }) => [url, pages] as const);
  family("gauge", "trap_pages", "Near-duplicates of a page that has a trap's many.", traps, "page");
  family("gauge", "checkpoint_time_seconds", "Last checkpoint, seconds since 1970.", status.checkpoint / 1000);
  family("gauge", "blocked_hosts", "Hosts and domains that are blocked.", status.blocked.length);
  family("gauge", "memory_bytes", "Memory of the process.", status.memory);
  const states = STATES.map((state) => [state, Number(state === status.state)] as const);
  family("gauge", "state", "1 for the state that the crawl is in.", states, "state");
  exchangeFamilies(status, family);
  processFamilies(status, family);
  return `${lines.join("\n")}\n`;
}

/** What went between the processes that share a crawl. */
function exchangeFamilies({ exchange }: CrawlStatus, family: Family): void {
  if (!exchange) return;
  family("counter", "foreign_urls_total", "URLs found that belong to another process.", exchange.foreign);
  family("counter", "sent_urls_total", "URLs sent to other processes.", exchange.sent);
  family("counter", "sent_messages_total", "Messages that URLs were sent in.", exchange.messages);
  family("counter", "sent_bytes_total", "Bytes of messages that URLs were sent in.", exchange.bytes);
  family("counter", "received_urls_total", "URLs that other processes sent.", exchange.received);
  family("counter", "received_fresh_urls_total", "URLs that other processes sent and that were new.", exchange.fresh);
}

/** The processes that share a crawl, each under its name. */
function processFamilies({ processes }: CrawlStatus, family: Family): void {
  if (!processes || processes.length === 0) return;
  const each = (type: "counter" | "gauge", name: string, help: string, value: (of: ProcessStatus) => number) =>
    family(
      type,
      `process_${name}`,
      help,
      processes.map((of) => [of.name, value(of)] as const),
      "process",
    );
  const states = [...new Set(processes.map(({ state }) => state))];
  const countOf = (state: string) => processes.filter((of) => of.state === state).length;
  family(
    "gauge",
    "processes",
    "Processes by state.",
    states.map((state) => [state, countOf(state)] as const),
    "state",
  );
  each("gauge", "heard", "1 unless the process is away.", ({ state }) => Number(state !== "away"));
  each("gauge", "last_heard_time_seconds", "When it was heard last, seconds since 1970.", ({ heard }) => heard / 1000);
  each("gauge", "partitions", "Parts of the hosts that are its own.", ({ partitions }) => partitions);
  each("counter", "pages_total", "Responses with HTML that it parsed.", ({ pages }) => pages);
  each("gauge", "pages_per_second", "Over the last ten seconds.", ({ pagesPerSecond }) => pagesPerSecond);
  each("gauge", "frontier_urls", "URLs that wait.", ({ frontier }) => frontier);
  each("gauge", "in_flight_requests", "Requests under way.", ({ inFlight }) => inFlight);
  each("gauge", "memory_bytes", "Its memory.", ({ memory }) => memory);
  each("counter", "foreign_urls_total", "URLs it found that belong to another.", ({ exchange }) => exchange.foreign);
  each("counter", "sent_urls_total", "URLs it sent.", ({ exchange }) => exchange.sent);
  each("counter", "received_urls_total", "URLs it received.", ({ exchange }) => exchange.received);
  each("counter", "received_fresh_urls_total", "Of those, new ones.", ({ exchange }) => exchange.fresh);
}

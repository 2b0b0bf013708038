import type { CrawlStatus } from "../fetch/status.js";

const STATES: readonly CrawlStatus["state"][] = ["running", "paused", "draining", "done", "stopped"];

/** A backslash, a line feed and a quote are escaped in the value of a label. */
const escaped = (value: string): string => value.replace(/\\/g, "\\\\").replace(/\n/g, "\\n").replace(/"/g, '\\"');

type Values = number | undefined | readonly (readonly [labelValue: string, value: number])[];

/**
 * A status in the text format of Prometheus, version 0.0.4: seconds and bytes as units, counters end in `_total`.
 * <https://prometheus.io/docs/instrumenting/exposition_formats/>
 */
export function metrics(status: CrawlStatus): string {
  const lines: string[] = [];
  const family = (type: "counter" | "gauge", name: string, help: string, values: Values, label = "") => {
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
  family("gauge", "checkpoint_time_seconds", "Last checkpoint, seconds since 1970.", status.checkpoint / 1000);
  family("gauge", "blocked_hosts", "Hosts and domains that are blocked.", status.blocked.length);
  family("gauge", "memory_bytes", "Memory of the process.", status.memory);
  const states = STATES.map((state) => [state, Number(state === status.state)] as const);
  family("gauge", "state", "1 for the state that the crawl is in.", states, "state");
  return `${lines.join("\n")}\n`;
}

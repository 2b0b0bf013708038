import { inBytes } from "../base/numbers.js";
import type { CrawlStatus, HostStatus } from "../fetch/status.js";

const number = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${value === 1 ? one : many}`;

/**
 * Why the crawl is as fast as it is, in a sentence or two: what operators ask most after "is it running".
 *
 * @param hosts with the longest queues first
 * @param requestsPerSecond measured lately
 */
export function reason(status: CrawlStatus, hosts: readonly HostStatus[], requestsPerSecond: number): string {
  const { processes } = status;
  if (!processes) return reasonOf(status, hosts, requestsPerSecond);
  if (processes.length === 0) return "No process of this crawl was heard so far.";
  const away = processes.filter(({ state }) => state === "away").map(({ name }) => name);
  if (away.length === 0) return reasonOf(status, hosts, requestsPerSecond);
  const isAnyAtWork = processes.some(({ state }) => !["away", "done", "stopped"].includes(state));
  const why = isAnyAtWork ? reasonOf(status, hosts, requestsPerSecond) : "No process is at work.";
  return `${why} Not heard: ${named(away)}.`;
}

/** The first names of many, each as long as it can be read. */
function named(names: readonly string[]): string {
  const first = names.slice(0, 3).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
  return first.join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}

function reasonOf(status: CrawlStatus, hosts: readonly HostStatus[], requestsPerSecond: number): string {
  const { state, frontier, inFlight, speed, now } = status;
  const { ready, waiting, down } = status.hosts;
  const held = `${number(status.pages, "page")} (${inBytes(status.bytes)}) ${status.pages === 1 ? "is" : "are"} on disk`;
  const under = `${number(inFlight, "request")} under way`;
  if (state === "done") return `Done: no URL waits. ${capital(held)}.`;
  if (state === "stopped")
    return `The crawl has stopped. ${capital(held)}; ${number(frontier, "URL waits", "URLs wait")}. To resume, run the same command again.`;
  if (state === "draining") return `Ending: ${under}, then a last checkpoint.`;
  if (state === "paused") return inFlight > 0 ? `Paused by hand; ${under} will still end.` : "Paused by hand.";
  if (frontier === 0) return inFlight > 0 ? `No URL waits; ${under} may bring more.` : "No URL waits.";
  if (speed !== undefined && requestsPerSecond >= 0.9 * speed) {
    return `Held by the speed set: ${number(speed, "request")} per second.${crowd(hosts, frontier)}`;
  }
  if (ready === 0 && waiting + down > 0) {
    if (down > waiting) return `${capital(downHosts(down, waiting))} asked again later.`;
    const times = hosts.flatMap(({ state, nextAllowed }) => (state === "waiting" && nextAllowed ? [nextAllowed] : []));
    const next = Math.max(0, Math.ceil((Math.min(...times) - now) / 1000));
    const first = times.length > 0 && next > 0 ? nextAsked(waiting, number(next, "second")) : "";
    return `Held by politeness: ${number(waiting, "host waits for its delay", "hosts wait for their delays")}${first}.${crowd(hosts, frontier)}`;
  }
  if (ready > 0 && inFlight > 0 && requestsPerSecond === 0)
    return `Hosts are ready, but no answers come (${under}). Is the network up?`;
  return `${number(ready, "host is", "hosts are")} ready, ${under}: as fast as connections and answers allow.${crowd(hosts, frontier)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Those that are looked at have the longest queues. */
const nextAsked = (waiting: number, soon: string): string =>
  waiting === 1
    ? `, and may be asked in ${soon}`
    : `; of those with the longest queues, the next may be asked in ${soon}`;

function downHosts(down: number, waiting: number): string {
  if (waiting > 0) return `most hosts that have URLs are down (${number(down, "host")}); they are`;
  return down === 1
    ? "the only host that has URLs is down; it is"
    : `all hosts that have URLs are down (${number(down, "host")}); they are`;
}

/** Says when one host holds most of what waits. */
function crowd(hosts: readonly HostStatus[], frontier: number): string {
  const [first] = hosts;
  if (!first || frontier < 10 || first.queued <= frontier / 2) return "";
  return ` ${first.host} alone holds ${((100 * first.queued) / frontier).toFixed(0)} % of the URLs that wait.`;
}

import type { PageDocument } from "../../figure/page/dom.js";
import type { Observation } from "../observation.js";
import type { Cell, Elements } from "./elements.js";
import type { Formats } from "./formats.js";
import type { Hosts } from "./hosts.js";
import type { isOver as IsOver } from "./is-over.js";
import type { MissCurvesChart } from "./miss-curves.js";
import type { Processes } from "./processes.js";
import type { Tables } from "./tables.js";
import type { Trends } from "./trends.js";

/** Writes what was observed into the page. A closed function, see `formats`. */
export function dashboard(
  document: Pick<PageDocument, "title">,
  parts: {
    readonly formats: Formats;
    readonly elements: Elements;
    readonly trends: Trends;
    readonly hosts: Hosts;
    readonly tables: Tables;
    readonly processes: Processes;
    readonly missCurves: MissCurvesChart;
    readonly isOver: typeof IsOver;
  },
) {
  const { formats, elements, trends, hosts, tables, processes, missCurves, isOver } = parts;
  const { count, urls, rate, size, percent, duration, moment, foreign } = formats;
  const { get, tell, mark, fill, strip } = elements;
  const showCurves = missCurves.chart();

  /** Shown where several processes share the crawl. */
  const processTable = ({ processes: all = [], now }: Observation["status"]) => {
    get("processes-card").hidden = all.length === 0;
    get("processes-count-row").hidden = all.length === 0;
    tell("processes-count", processes.heading(all));
    fill("processes", processes.rows(all, now), "", (row, index) => mark(row, "class", all[index].state));
  };

  const responses = ({ statuses }: Observation["status"]) => {
    const classes = ["2", "3", "4", "5"].map((first) => {
      const codes = Object.entries(statuses).filter(([code]) => code.startsWith(first));
      return [`class-${first}`, tables.total(Object.fromEntries(codes)), `with ${first}xx`] as const;
    });
    strip("responses-strip", "Responses", classes);
    const rows = tables.responses(statuses).map(({ code, name, count, percent }): Cell[] => [
      [name ? `${code} ${name}` : code, `dot class-${code.slice(0, 1)}`],
      [count, "number"],
      [percent, "number"],
    ]);
    fill("responses", rows, "No response has come yet.");
  };

  const facts = ({ status, tail, requestsPerSecond }: Observation) => {
    const { now } = status;
    const { last, total, hosts: waiting, unknown } = tail;
    const lasts =
      last &&
      `${foreign(last.host, 60)}: ${urls(last.queued)}, one in ${duration(last.delay)}; done in ${duration(last.done - now)}, ${moment(last.done, now, true)}`;
    tell("tail-last", lasts ?? "not known yet: no host was seen waiting");
    const more = unknown > 0 ? `; ${count(unknown)} more not known yet` : "";
    tell(
      "tail-total",
      waiting > 0
        ? `${duration(total)} over ${count(waiting)} ${waiting === 1 ? "host" : "hosts"}, added up${more}`
        : "not known yet",
    );
    get("tail").hidden = isOver(status);
    const left = requestsPerSecond > 0 ? duration((1000 * status.frontier) / requestsPerSecond) : undefined;
    tell("tail-speed", left ?? (status.frontier === 0 ? "nothing waits" : "no request lately"));
    tell("in-flight", count(status.inFlight));
    const aim =
      status.speed === undefined
        ? "no limit set"
        : `limit ${count(status.speed) === "0" ? status.speed : rate(status.speed)}`;
    const mean = (1000 * status.requests) / Math.max(1, status.elapsed);
    tell("speed-now", isOver(status) ? `${rate(mean)} in the mean` : `${rate(requestsPerSecond)}, ${aim}`);
    tell("cache", percent(status.cacheHits, 1));
    tell("memory", size(status.memory));
    tell("links", `${count(status.links.found)}, new ${count(status.links.fresh)}`);
    const refused = Object.entries(status.links.outOfScope).map(
      ([rule, each]) => `${foreign(rule, 40)} ${count(each)}`,
    );
    const postponed = status.postponed ? [`waiting for a robots.txt ${count(status.postponed)}`] : [];
    tell("refused", [`robots.txt ${count(status.disallowed)}`, ...postponed, ...refused].join(", "));
    const exchanged = processes.exchanged(status);
    for (const [id, text] of [...tables.near(status), ["sent", exchanged?.sent], ["received", exchanged?.received]]) {
      get(`${id}-row`).hidden = text === undefined;
      if (text !== undefined) tell(`${id}`, text);
    }
    tell("blocked", status.blocked.length === 0 ? "none" : status.blocked.map((host) => foreign(host, 60)).join(", "));
  };

  /** How fast the crawl is; of one that is over, what it came to. */
  const totals = (status: Observation["status"]) => {
    const { pagesPerSecond, bytesPerSecond } = status.rate;
    const perSecond = (value: number) => (1000 * value) / Math.max(1, status.elapsed);
    const over = isOver(status);
    tell("pages-now", over ? count(status.pages) : rate(pagesPerSecond));
    tell("pages-unit", over ? `in all, ${rate(perSecond(status.pages))}/s` : "per second");
    tell("bytes-now", size(over ? status.bytes : bytesPerSecond));
    tell("bytes-unit", over ? `in all, ${size(perSecond(status.bytes))}/s` : "per second");
    tell("frontier-now", count(status.frontier));
    tell("frontier-unit", status.frontier === 1 ? "URL waits" : "URLs wait");
    const speed = over ? status.state : `${rate(pagesPerSecond)}/s`;
    document.title = `${speed}, ${count(status.frontier)} wait - crawlbench`;
  };

  const show = (observation: Observation) => {
    const { status, sample, errors } = observation;
    const { now } = status;
    tell("ordering", `Crawl: ${foreign(status.ordering, 60)}`);
    tell("state", status.state);
    mark(get("state"), "data-state", status.state);
    tell("reason", foreign(observation.reason));
    mark(get("reason"), "data-state", status.state);
    get("controls").hidden = isOver(status);
    tell("elapsed", duration(status.elapsed));
    tell("started", moment(status.started, now));
    const ago = isOver(status) ? "" : `, ${duration(now - status.checkpoint)} ago`; // nobody counts on after the end
    tell("checkpointed", status.checkpoint > 0 ? `${moment(status.checkpoint, now)}${ago}` : "never");
    totals(status);
    trends.show(sample, now);
    hosts.show(observation);
    processTable(status);
    showCurves(status.missCurves);
    responses(status);
    fill(
      "basic",
      tables.basic(status).map(([label, value, isPart]): Cell[] => [
        [label, isPart ? "part" : ""],
        [value, "number"],
      ]),
      "",
    );
    facts(observation);
    const said = errors.map(({ time, fault, url, message }): Cell[] => [
      [moment(time, now), "time"],
      [foreign(fault, 40), "fault"],
      [foreign(url), "web"],
      [foreign(message), "web"],
    ]);
    fill("errors", said, "No error so far.");
  };

  return { show };
}

export type Dashboard = ReturnType<typeof dashboard>;

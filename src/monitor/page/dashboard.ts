import type { PageDocument, PageElement } from "../../figure/page/dom.js";
import type { Sample, Series } from "../history.js";
import type { Observation } from "../observation.js";
import type { Charts, Point } from "./charts.js";
import type { Formats } from "./formats.js";
import type { MissCurvesChart } from "./miss-curves.js";
import type { Processes } from "./processes.js";
import type { Tables } from "./tables.js";

/** A cell: its text, and its class. Texts go in as text and never as markup. */
type Cell = readonly [text: string, kind?: string];

/**
 * Writes what was observed into the page. A closed function, see `formats`.
 *
 * @param onBlock the operator pointed at a host
 */
export function dashboard(
  document: PageDocument,
  parts: {
    readonly formats: Formats;
    readonly charts: Charts;
    readonly tables: Tables;
    readonly processes: Processes;
    readonly missCurves: MissCurvesChart;
  },
  onBlock: (host: string) => void,
) {
  const { formats, charts, tables, processes, missCurves } = parts;
  const { count, rate, size, percent, duration, clock, moment, foreign } = formats;
  const RECENT = 600_000;

  const get = (id: string): PageElement => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no element "${id}"`);
    return element;
  };

  /** Only what changed is written: a selection stays, and a reader aloud is not disturbed. */
  const write = (element: PageElement, text: string) => {
    if (element.textContent !== text) element.textContent = text;
  };
  const tell = (id: string, text: string) => write(get(id), text);
  const mark = (element: PageElement, name: string, value: string) => {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  };

  /** A part of a table that stays one for a reader aloud, however it is laid out. */
  const part = (tag: string, role: string) => {
    const element = document.createElement(tag);
    element.setAttribute("role", role);
    return element;
  };

  /** Fills a table row by row; the rows that stand are used again. */
  const fill = (
    id: string,
    rows: readonly (readonly Cell[])[],
    empty: string,
    decorate?: (row: PageElement, index: number) => void,
  ) => {
    const body = get(id);
    while (body.children.length > rows.length) body.lastElementChild?.remove();
    rows.forEach((cells, index) => {
      while (body.children.length <= index) body.append(part("tr", "row"));
      const row = body.children[index];
      cells.forEach(([text, kind], column) => {
        if (row.children.length <= column) row.append(column === 0 ? part("th", "rowheader") : part("td", "cell"));
        const cell = row.children[column];
        mark(cell, "class", kind ?? "");
        write(cell, text);
      });
      decorate?.(row, index);
    });
    const note = get(`${id}-empty`);
    note.hidden = rows.length > 0;
    get(`${id}-table`).hidden = rows.length === 0;
    write(note, empty);
  };

  const tiles = [
    { id: "pages", of: (sample: Sample) => sample.pagesPerSecond, text: (value: number) => `${rate(value)}/s` },
    { id: "bytes", of: (sample: Sample) => sample.bytesPerSecond, text: (value: number) => `${size(value)}/s` },
    { id: "frontier", of: (sample: Sample) => sample.frontier, text: count },
  ].map((tile) => ({
    ...tile,
    recent: charts.chart(`${tile.id}-recent`, get(`${tile.id}-heading`).textContent ?? "", tile.text),
    whole: charts.chart(`${tile.id}-whole`, get(`${tile.id}-heading`).textContent ?? "", tile.text),
  }));
  const showCurves = missCurves.chart();
  let recent: Sample[] = [];
  let whole: { readonly step: number; samples: Sample[] } = { step: 1000, samples: [] };
  let now = 0;

  const draw = () => {
    for (const tile of tiles) {
      const points = (samples: readonly Sample[]): Point[] =>
        samples.map((each) => ({ time: each.time, value: tile.of(each) }));
      tile.recent({ points: points(recent), step: 1000, from: now - RECENT, to: now }, "last 10 min");
      const first = whole.samples[0]?.time ?? now;
      tile.whole(
        { points: points(whole.samples), step: whole.step, from: first, to: Math.max(first + 1000, now) },
        `since ${moment(first, now, true)}`,
      );
    }
  };

  /** Nothing is under way any more: what is shown is final. */
  const isOver = ({ state }: Observation["status"]) => state === "done" || state === "stopped";

  const urls = (value: number) => `${count(value)} ${value === 1 ? "URL" : "URLs"}`;

  /** What the rows leave out of the frontier. */
  const hostsNote = ({ status, hosts: rows, listed }: Observation) => {
    const queued = rows.reduce((sum, each) => sum + each.queued, 0);
    const late = now - listed > 1500 ? `, listed at ${clock(listed)}` : "";
    const rest = queued < status.frontier ? "; the others are of other hosts, or in no host's queue yet" : "";
    const known = count(Math.max(rows.length, status.hosts.known));
    return `${count(rows.length)} of ${known} hosts${late}, with ${count(queued)} of ${urls(Math.max(queued, status.frontier))} that wait${rest}.`;
  };

  const hosts = (observation: Observation) => {
    const over = isOver(observation.status);
    tell("hosts-note", observation.hosts.length === 0 ? "" : hostsNote(observation));
    const stateOf = (state: string, queued: number) =>
      state === "done" && !over ? "empty" : over && queued > 0 && state !== "down" ? "URLs left" : state;
    const rows = observation.hosts.map(({ host, state, fetched, queued, nextAllowed, delay }): Cell[] => {
      const wait = nextAllowed === undefined || over ? 0 : nextAllowed - now;
      const lasts =
        delay === undefined || queued === 0 || over ? "–" : duration(Math.max(0, wait) + (queued - 1) * delay);
      return [
        [foreign(host, 100), "web"],
        [stateOf(state, queued), `is-${state.replace(" ", "-")}`],
        [count(fetched), "number"],
        [count(queued), "number"],
        [wait > 0 ? duration(wait) : "–", "number"],
        [lasts, "number"],
      ];
    });
    fill("hosts", rows, "No host is known yet.", (row, index) => {
      const { host, state } = observation.hosts[index];
      if (row.children.length === 6) {
        const cell = part("td", "cell");
        const button = document.createElement("button");
        button.setAttribute("type", "button");
        button.setAttribute("class", "small");
        button.textContent = "Block…";
        button.addEventListener("click", () => onBlock(button.value));
        cell.append(button);
        row.append(cell);
      }
      const button = row.children[6].children[0];
      if (button.value !== host) button.value = host;
      button.disabled = over || state === "blocked";
      mark(button, "aria-label", `Block ${foreign(host, 100)}…`);
    });
  };

  /** Shown where several processes share the crawl. */
  const processTable = ({ processes: all = [] }: Observation["status"]) => {
    get("processes-card").hidden = all.length === 0;
    get("processes-count-row").hidden = all.length === 0;
    tell("processes-count", processes.heading(all));
    fill("processes", processes.rows(all, now), "", (row, index) => mark(row, "class", all[index].state));
  };

  /** A strip of coloured parts that add up to its width. */
  const strip = (
    id: string,
    name: string,
    parts: readonly (readonly [kind: string, value: number, text: string])[],
  ) => {
    const svg = get(id);
    const all = parts.reduce((sum, [, value]) => sum + value, 0);
    let x = 0;
    parts.forEach(([kind, value], index) => {
      if (svg.children.length <= index) svg.append(document.createElementNS("http://www.w3.org/2000/svg", "rect"));
      const bar = svg.children[index];
      const width = all > 0 ? (100 * value) / all : 0;
      mark(bar, "class", kind);
      mark(bar, "x", x.toFixed(2));
      mark(bar, "width", width.toFixed(2));
      mark(bar, "height", "4");
      x += width;
    });
    mark(svg, "aria-label", `${name}: ${parts.map(([, value, text]) => `${count(value)} ${text}`).join(", ")}`);
  };

  const hostCounts = (status: Observation["status"]) => {
    const { known, inUse, ready, waiting, down } = status.hosts;
    const over = isOver(status);
    const left = inUse + ready + waiting;
    for (const id of ["hosts-in-use-row", "hosts-ready-row"]) get(id).hidden = over;
    tell("hosts-waiting-name", over ? "with URLs left" : "waiting");
    const parts = [
      ["in-use", over ? 0 : inUse, "in use"],
      ["ready", over ? 0 : ready, "ready"],
      ["waiting", over ? left : waiting, over ? "with URLs left" : "waiting"],
      ["down", down, "down"],
      ["idle", Math.max(0, known - left - down), "with an empty queue"],
    ] as const;
    strip("hosts-strip", "Hosts", parts);
    for (const [kind, value] of parts) tell(`hosts-${kind}`, count(value));
    tell("known-now", count(known));
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
    const { last, total, hosts, unknown } = tail;
    const lasts =
      last &&
      `${foreign(last.host, 60)}: ${urls(last.queued)}, one in ${duration(last.delay)}; done in ${duration(last.done - now)}, ${moment(last.done, now, true)}`;
    tell("tail-last", lasts ?? "not known yet: no host was seen waiting");
    const more = unknown > 0 ? `; ${count(unknown)} more not known yet` : "";
    tell(
      "tail-total",
      hosts > 0
        ? `${duration(total)} over ${count(hosts)} ${hosts === 1 ? "host" : "hosts"}, added up${more}`
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

  /** All series, when the page connects and whenever the coarse one has grown. The observation that follows draws them. */
  const showHistory = (series: { readonly recent: Series; readonly whole: Series }) => {
    recent = [...series.recent.samples];
    whole = { step: series.whole.step, samples: [...series.whole.samples] };
  };

  const show = (observation: Observation) => {
    const { status, sample, errors } = observation;
    now = status.now;
    if (sample && sample.time > (recent[recent.length - 1]?.time ?? 0)) {
      recent.push(sample);
      if (whole.step === 1000) whole.samples.push(sample);
    }
    recent = recent.filter(({ time }) => time >= now - RECENT);
    tell("ordering", `Crawl: ${foreign(status.ordering, 60)}`);
    tell("state", status.state);
    mark(get("state"), "data-state", status.state);
    tell("reason", foreign(observation.reason));
    mark(get("reason"), "data-state", status.state);
    get("controls").hidden = isOver(status);
    tell("elapsed", duration(status.elapsed));
    tell("started", moment(status.started, now));
    const ago = `${moment(status.checkpoint, now)}, ${duration(now - status.checkpoint)} ago`;
    tell("checkpointed", status.checkpoint > 0 ? ago : "never");
    totals(status);
    draw();
    hostCounts(status);
    hosts(observation);
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

  return { get, tell, clock, show, showHistory, isOver };
}

export type Dashboard = ReturnType<typeof dashboard>;

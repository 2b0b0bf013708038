import type { PageDocument } from "../../figure/page/dom.js";
import type { Observation } from "../observation.js";
import type { Cell, Elements } from "./elements.js";
import type { Formats } from "./formats.js";
import type { isOver as IsOver } from "./is-over.js";

/**
 * The hosts: how many are in which state, and a row for each that is listed. A closed function, see `formats`.
 *
 * @param onBlock the operator pointed at a host
 */
export function hosts(
  document: PageDocument,
  {
    formats,
    elements,
    isOver,
  }: { readonly formats: Formats; readonly elements: Elements; readonly isOver: typeof IsOver },
  onBlock: (host: string, isBlocked: boolean) => void,
) {
  const { count, urls, duration, clock, foreign } = formats;
  const { get, tell, mark, part, fill, strip } = elements;

  /** What the rows leave out of the frontier. */
  const noteOf = ({ status, hosts: rows, listed }: Observation) => {
    const queued = rows.reduce((sum, each) => sum + each.queued, 0);
    const late = status.now - listed > 1500 ? `, listed at ${clock(listed)}` : "";
    const rest = queued < status.frontier ? "; the others are of other hosts, or in no host's queue yet" : "";
    const known = count(Math.max(rows.length, status.hosts.known));
    return `${count(rows.length)} of ${known} hosts${late}, with ${count(queued)} of ${urls(Math.max(queued, status.frontier))} that wait${rest}.`;
  };

  const rows = (observation: Observation) => {
    const { now } = observation.status;
    const over = isOver(observation.status);
    tell("hosts-note", observation.hosts.length === 0 ? "" : noteOf(observation));
    const stateOf = (state: string, queued: number) =>
      state === "done" && !over ? "empty" : over && queued > 0 && state !== "down" ? "URLs left" : state;
    const cells = observation.hosts.map(({ host, state, fetched, queued, nextAllowed, delay }): Cell[] => {
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
    fill("hosts", cells, "No host is known yet.", (row, index) => {
      const { host, state } = observation.hosts[index];
      if (row.children.length === 6) {
        const cell = part("td", "cell");
        const button = document.createElement("button");
        button.setAttribute("type", "button");
        button.setAttribute("class", "small");
        button.addEventListener("click", () => onBlock(button.value, button.textContent === "Unblock…"));
        cell.append(button);
        row.append(cell);
      }
      const button = row.children[6].children[0];
      if (button.value !== host) button.value = host;
      const offer = state === "blocked" ? "Unblock" : "Block";
      if (button.textContent !== `${offer}…`) button.textContent = `${offer}…`;
      button.disabled = over;
      mark(button, "aria-label", `${offer} ${foreign(host, 100)}…`);
    });
  };

  const counts = (status: Observation["status"]) => {
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

  const show = (observation: Observation) => {
    counts(observation.status);
    rows(observation);
  };

  return { show };
}

export type Hosts = ReturnType<typeof hosts>;

import type { PageEventSource, PageWindow } from "../../figure/page/dom.js";
import type { Observation } from "../observation.js";
import type { Controls } from "./controls.js";
import type { Dashboard } from "./dashboard.js";
import type { Elements } from "./elements.js";
import type { Formats } from "./formats.js";
import type { isOver as IsOver } from "./is-over.js";
import type { Trends } from "./trends.js";

/**
 * Listens to the crawl, and says so when it is not heard: old figures never pass for new ones. A closed function, see
 * `formats`.
 *
 * A browser opens a broken stream again by itself, except after an answer that is no stream; then this does, every 3
 * seconds. A crawl that is silent for 5 seconds counts as lost, though its connection stands.
 *
 * @param clock milliseconds since 1970, of the browser
 */
export function connection(
  window: PageWindow,
  parts: {
    readonly formats: Formats;
    readonly elements: Elements;
    readonly trends: Trends;
    readonly dashboard: Dashboard;
    readonly controls: Controls;
    readonly isOver: typeof IsOver;
  },
  clock: () => number,
) {
  const SILENCE = 5000;
  const RETRY = 3000;
  const CLOSED = 2;
  const { formats, trends, dashboard, controls } = parts;
  const { get, tell } = parts.elements;
  let stream: PageEventSource | undefined;
  let heard = clock();
  let opened: number;
  let ended = "";
  let isOver = false;

  const lost = (text: string) => {
    const banner = get("lost");
    banner.hidden = text === "";
    if (banner.textContent !== text) tell("lost", text);
    if (text !== "" && !ended) {
      tell("state", "unknown");
      get("state").setAttribute("data-state", "unknown");
    }
    controls.connected(text === "");
  };

  const listen = () => {
    opened = clock();
    const next = new window.EventSource("events");
    stream = next;
    const on = (name: string, take: (value: unknown) => void) =>
      next.addEventListener(name, ({ data }) => {
        heard = clock();
        take(JSON.parse(data));
      });
    on("history", (value) => trends.showHistory(value as Parameters<Trends["showHistory"]>[0]));
    on("observation", (value) => {
      isOver = parts.isOver((value as Observation).status);
      dashboard.show(value as Observation);
      controls.show(value as Observation);
      lost("");
    });
    on("trouble", (value) => lost(`The crawl cannot tell how it is: ${(value as { message: string }).message}`));
    on("end", () => {
      ended = `The crawl closed this monitor at ${formats.clock(clock())}. The figures below are its last.`;
      next.close();
      if (!isOver) lost(ended); // else all that is shown is final, and the page says so
    });
  };

  const look = () => {
    if (ended) return;
    const now = clock();
    if (now - heard >= SILENCE) {
      lost(
        `The crawl does not answer since ${formats.clock(heard)}. The figures below are of that time. If it was started again, it has a new address: see its terminal.`,
      );
    }
    if (stream?.readyState === CLOSED && now - opened >= RETRY) listen();
  };

  controls.connected(false);
  listen();
  window.setInterval(look, 1000);
  return { look };
}

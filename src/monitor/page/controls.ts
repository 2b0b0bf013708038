import type { PageWindow } from "../../figure/page/dom.js";
import type { Command } from "../command.js";
import type { Observation } from "../observation.js";
import type { Elements } from "./elements.js";

/** The buttons: each sends one command, and the answer is told beneath them. A closed function, see `formats`. */
export function controls(window: PageWindow, { get, tell }: Pick<Elements, "get" | "tell">) {
  const buttons = ["pause", "checkpoint", "speed-set", "speed-none", "block-set", "block-undo", "stop", "stop-yes"];
  let isPaused = false;
  let isEnding = false;
  let isConnected = false;

  const allow = () => {
    for (const id of buttons) get(id).disabled = !isConnected || isEnding;
  };

  const send = async (command: Command, meanwhile: string): Promise<boolean> => {
    tell("outcome", meanwhile);
    try {
      const headers = { "content-type": "application/json" };
      const answer = await window.fetch("command", { method: "POST", headers, body: JSON.stringify(command) });
      const { message } = (await answer.json()) as { message: string };
      tell("outcome", answer.ok ? message : `Not done: ${message}`);
      return answer.ok;
    } catch {
      tell("outcome", "Not done: the crawl does not answer.");
      return false;
    }
  };

  get("pause").addEventListener("click", () => {
    void send({ command: isPaused ? "proceed" : "pause" }, isPaused ? "Going on …" : "Pausing …");
  });
  get("checkpoint").addEventListener("click", () => {
    void send({ command: "checkpoint" }, "Writing to disk …");
  });
  get("speed-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void send({ command: "speed", requestsPerSecond: Number(get("speed").value) }, "Setting the speed …");
  });
  get("speed-none").addEventListener("click", () => {
    get("speed").value = "";
    void send({ command: "speed", requestsPerSecond: null }, "Lifting the limit …");
  });
  const sendHost = async (command: "block" | "unblock", meanwhile: string) => {
    const host = get("block").value;
    if ((await send({ command, host }, meanwhile)) && get("block").value === host) get("block").value = "";
  };
  get("block-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void sendHost("block", "Blocking …");
  });
  get("block-undo").addEventListener("click", () => void sendHost("unblock", "Unblocking …"));
  get("stop").addEventListener("click", () => get("stop-dialog").showModal());
  get("stop-no").addEventListener("click", () => get("stop-dialog").close());
  get("stop-yes").addEventListener("click", () => {
    get("stop-dialog").close();
    void send({ command: "stop" }, "Stopping …");
  });

  return {
    /** Fills in a host that was pointed at; blocking or unblocking it is left to the operator. */
    propose(host: string, isBlocked: boolean) {
      get("block").value = host;
      get("block").focus();
      tell(
        "outcome",
        isBlocked
          ? "Press Unblock to request what is found of this host from now on."
          : "Press Block to drop this host and all that is queued for it.",
      );
    },
    connected(value: boolean) {
      isConnected = value;
      allow();
    },
    show({ status }: Observation) {
      isPaused = status.state === "paused";
      isEnding = ["draining", "done", "stopped"].includes(status.state);
      if (status.processes) {
        tell(
          "stop-text",
          "In every process what is under way ends, and everything is written to disk. The same commands resume there.",
        );
      }
      tell("pause", isPaused ? "Proceed" : "Pause");
      get("speed").setAttribute("placeholder", status.speed === undefined ? "no limit" : `now ${status.speed}`);
      allow();
    },
  };
}

export type Controls = ReturnType<typeof controls>;

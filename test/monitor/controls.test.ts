import { describe, expect, it } from "vitest";
import type { CrawlStatus } from "../../src/fetch/status.js";
import type { PageWindow } from "../../src/figure/page/dom.js";
import type { Observation } from "../../src/monitor/observation.js";
import { controls } from "../../src/monitor/page/controls.js";
import { elements } from "../../src/monitor/page/elements.js";
import { fakePage } from "../fixture/fake-page.js";
import { someProcess, someStatus } from "./fake-crawl.js";

const BUTTONS = ["pause", "checkpoint", "speed-set", "speed-none", "block-set", "block-undo", "stop", "stop-yes"];

/** The buttons of a page whose crawl answers as `answer` says; undefined: it does not. */
function panel() {
  const { document, get } = fakePage();
  const sent: unknown[] = [];
  const page = {
    answer: { ok: true, message: "Done." } as { readonly ok: boolean; readonly message: string } | undefined,
    /** Done before the answer comes. */
    meanwhile: () => {},
  };
  const window = {
    document,
    async fetch(address: string, { method, headers, body }: { method: string; headers: object; body: string }) {
      sent.push([address, method, headers, JSON.parse(body)]);
      page.meanwhile();
      const { answer } = page;
      if (!answer) throw new TypeError("Failed to fetch");
      return { ok: answer.ok, json: async () => ({ message: answer.message }) };
    },
  } as unknown as PageWindow;
  const made = controls(window, elements(document, String));
  const show = (status: Partial<CrawlStatus>) => made.show({ status: { ...someStatus, ...status } } as Observation);
  const outcome = () => get("outcome").textContent;
  /** @returns what is told at once, what was asked of the crawl, and what is told in the end */
  const does = async (id: string, type = "click") => {
    let isPrevented = false;
    get(id).happens(type, { preventDefault: () => (isPrevented = true) });
    expect(isPrevented, "a form leaves the page").toBe(type === "submit");
    const first = outcome();
    await new Promise(setImmediate);
    const asked = sent.splice(0).map((each) => {
      const json = { "content-type": "application/json" };
      const [address, method, headers, command] = each as unknown[];
      expect([address, method, headers]).toEqual(["command", "POST", json]);
      return command;
    });
    return [first, ...asked, outcome()];
  };
  const allowed = () => BUTTONS.filter((id) => !get(id).disabled);
  return { ...made, page, get, show, does, allowed };
}

describe("the buttons of the monitor", () => {
  it("can be pressed while the crawl is heard and goes on, and not while it ends", () => {
    const { connected, show, allowed } = panel();
    connected(false);
    expect(allowed()).toEqual([]);
    connected(true);
    expect(allowed()).toEqual(BUTTONS);
    for (const state of ["draining", "done", "stopped"] as const) {
      show({ state });
      expect(allowed()).toEqual([]);
      connected(true);
      expect(allowed()).toEqual([]);
      show({ state: "running" });
      expect(allowed()).toEqual(BUTTONS);
    }
    show({ state: "paused" });
    expect(allowed()).toEqual(BUTTONS);
    connected(false);
    expect(allowed()).toEqual([]);
  });

  it("pause, and proceed with a crawl that is paused", async () => {
    const { does, show, get } = panel();
    show({});
    expect(get("pause").textContent).toBe("Pause");
    expect(await does("pause")).toEqual(["Pausing …", { command: "pause" }, "Done."]);
    show({ state: "paused" });
    expect(get("pause").textContent).toBe("Proceed");
    expect(await does("pause")).toEqual(["Going on …", { command: "proceed" }, "Done."]);
  });

  it("write a checkpoint", async () => {
    expect(await panel().does("checkpoint")).toEqual(["Writing to disk …", { command: "checkpoint" }, "Done."]);
  });

  it("set the speed that was written, show which one there is, and lift it", async () => {
    const { does, show, get } = panel();
    const hint = () => get("speed").getAttribute("placeholder");
    show({});
    expect(hint()).toBe("no limit");
    get("speed").value = "2.5";
    const set = { command: "speed", requestsPerSecond: 2.5 };
    expect(await does("speed-form", "submit")).toEqual(["Setting the speed …", set, "Done."]);
    show({ speed: 2.5 });
    expect(hint()).toBe("now 2.5");
    const lift = { command: "speed", requestsPerSecond: null };
    expect(await does("speed-none")).toEqual(["Lifting the limit …", lift, "Done."]);
    expect(get("speed").value).toBe("");
  });

  it("block a host, and keep its name where it was refused, nothing answers, or another was written since", async () => {
    const { does, page, get } = panel();
    const block = (host: string) => {
      get("block").value = host;
      return does("block-form", "submit");
    };
    const asked = { command: "block", host: "a.example" };
    expect(await block("a.example")).toEqual(["Blocking …", asked, "Done."]);
    expect(get("block").value).toBe("");
    page.answer = { ok: false, message: "no such host" };
    expect(await block("a.example")).toEqual(["Blocking …", asked, "Not done: no such host"]);
    expect(get("block").value).toBe("a.example");
    page.answer = undefined;
    await block("a.example");
    expect(get("block").value).toBe("a.example");
    page.answer = { ok: true, message: "Done." };
    page.meanwhile = () => (get("block").value = "b.exa");
    await block("a.example");
    expect(get("block").value).toBe("b.exa");
  });

  it("unblock a host, and keep its name where it was refused", async () => {
    const { does, page, get } = panel();
    get("block").value = "a.example";
    page.answer = { ok: false, message: "a.example is not blocked" };
    const asked = { command: "unblock", host: "a.example" };
    expect(await does("block-undo")).toEqual(["Unblocking …", asked, "Not done: a.example is not blocked"]);
    expect(get("block").value).toBe("a.example");
    page.answer = { ok: true, message: "Done." };
    expect(await does("block-undo")).toEqual(["Unblocking …", asked, "Done."]);
    expect(get("block").value).toBe("");
  });

  it("only propose a host that was pointed at", async () => {
    const { propose, get, does } = panel();
    propose("a.example", false);
    expect([get("block").value, get("block").isFocused]).toEqual(["a.example", true]);
    expect(get("outcome").textContent).toBe("Press Block to drop this host and all that is queued for it.");
    expect(await does("block-form", "submit")).toContainEqual({ command: "block", host: "a.example" });
    propose("b.example", true);
    expect([get("block").value, get("block").isFocused]).toEqual(["b.example", true]);
    expect(get("outcome").textContent).toBe("Press Unblock to request what is found of this host from now on.");
    expect(await does("block-undo")).toContainEqual({ command: "unblock", host: "b.example" });
  });

  it("stop a crawl once that is confirmed", async () => {
    const { does, get } = panel();
    const isAsked = () => get("stop-dialog").isShown;
    expect(await does("stop")).toEqual(["", ""]);
    expect(isAsked()).toBe(true);
    expect([await does("stop-no"), isAsked()]).toEqual([["", ""], false]);
    await does("stop");
    expect([await does("stop-yes"), isAsked()]).toEqual([["Stopping …", { command: "stop" }, "Done."], false]);
  });

  it("say before a stop that it is of every process, where several share the crawl", () => {
    const { show, get } = panel();
    show({});
    expect(get("stop-text").textContent).toBe("");
    show({ processes: [someProcess("a"), someProcess("b")] });
    expect(get("stop-text").textContent).toMatch(/^In every process /);
  });

  it("say so when the crawl does not answer", async () => {
    const { does, page } = panel();
    page.answer = undefined;
    const silent = "Not done: the crawl does not answer.";
    expect(await does("checkpoint")).toEqual(["Writing to disk …", { command: "checkpoint" }, silent]);
  });
});

import { describe, expect, it } from "vitest";
import type { PageElement, PageEvent, PageWindow } from "../../src/figure/page/dom.js";
import { html } from "../../src/player/page/html.js";
import { playback } from "../../src/player/page/playback.js";
import { FakeElement, fakePage } from "../fixture/fake-page.js";
import { filmByHand } from "./film-by-hand.js";

/** A player of so many frames, on a page whose readers may want less motion. */
function player(frames: number, isCalm = false) {
  const { document, get, happens } = fakePage();
  let next: ((now: number) => void) | undefined;
  const window = {
    document,
    matchMedia: () => ({ matches: isCalm }),
    requestAnimationFrame: (tick: (now: number) => void) => (next = tick),
  } as unknown as PageWindow;
  get("speed").value = "10";
  const shown: (readonly [frame: number, moving: boolean])[] = [];
  const made = playback(window, frames, (frame, moving) => shown.push([frame, moving]));
  const at = () => Number(get("position").value);
  const press = (key: string, event: Partial<PageEvent> = {}): boolean => {
    let isTaken = false;
    const preventDefault = () => {
      isTaken = true;
    };
    happens("keydown", { key, target: new FakeElement("body") as unknown as PageElement, preventDefault, ...event });
    return isTaken;
  };
  /** Lets a browser draw, at these milliseconds. */
  const draw = (...times: readonly number[]) => {
    for (const time of times) {
      const tick = next;
      next = undefined;
      tick?.(time);
    }
  };
  return { ...made, get, at, press, draw, shown, isPlaying: () => get("play").textContent === "Pause" };
}

const on = (tag: string) => ({ target: new FakeElement(tag) as unknown as PageElement });

describe("the playback of a player", () => {
  it("steps by arrows, with Shift by a hundredth of the film, and goes to the ends, no further", () => {
    const { press, at, get } = player(5_050);
    expect(get("position").max).toBe("5050");
    const goes = (key: string, shiftKey = false) => {
      expect(press(key, { shiftKey })).toBe(true);
      return at();
    };
    expect([goes("ArrowLeft"), goes("ArrowRight"), goes("ArrowRight", true), goes("ArrowLeft")]).toEqual([
      0, 1, 52, 51,
    ]);
    expect([goes("ArrowLeft", true), goes("End"), goes("ArrowRight"), goes("Home")]).toEqual([0, 5_050, 5_050, 0]);
    const short = player(20);
    short.press("ArrowRight", { shiftKey: true });
    expect(short.at()).toBe(1);
  });

  it("steps and goes to the ends by its buttons, and where the slider is drawn to", () => {
    const { get, at } = player(40);
    const goes = (id: string) => {
      get(id).happens("click");
      return at();
    };
    expect(["forward", "forward", "back", "last", "first"].map(goes)).toEqual([1, 2, 1, 40, 0]);
    get("position").value = "17";
    get("position").happens("input");
    expect(goes("forward")).toBe(18);
  });

  it("leaves keys to the browser's own uses, and to whoever is writing", () => {
    const { press, get, shown } = player(40);
    const own: readonly (readonly [key: string, event: Partial<PageEvent>])[] = [
      ["x", {}],
      ...["ctrlKey", "metaKey", "altKey"].map((held) => ["ArrowRight", { [held]: true }] as const),
      ...["INPUT", "SELECT", "TEXTAREA"].flatMap((tag) => ["ArrowRight", " "].map((key) => [key, on(tag)] as const)),
      ...["BUTTON", "SUMMARY", "A"].map((tag) => [" ", on(tag)] as const),
    ];
    for (const [key, event] of own) expect(press(key, event), `${key} ${JSON.stringify(event)}`).toBe(false);
    const parts = { film: filmByHand, title: "", packed: "", stylesheet: "", script: "", scriptDigest: "" };
    const box = new FakeElement("div");
    box.setAttribute("role", /<div class="scroll" tabindex="0" role="(\w+)"/.exec(html(parts))![1]);
    const inTable = { target: box as unknown as PageElement };
    expect([press("ArrowRight", inTable), press("End", inTable)]).toEqual([false, false]); // it is scrolled by them
    expect(shown).toEqual([]);
    expect([press(" ", inTable), press("End", on("BUTTON"))]).toEqual([true, true]);
    expect(press("Home", { target: get("position") as unknown as PageElement })).toBe(true);
  });

  it("plays all in as many seconds as were chosen, and stops at the end", () => {
    const { press, draw, at, isPlaying, shown } = player(1_000);
    press(" ");
    expect(isPlaying()).toBe(true);
    draw(5_000, 6_000); // time counts from the first drawing
    expect(at()).toBe(100);
    draw(6_004, 6_008, 6_012); // 1.2 frames: what is less than one is not lost
    expect([at(), shown.at(-1)]).toEqual([101, [101, true]]);
    draw(7_000, 15_500);
    expect([at(), isPlaying(), shown.at(-1)]).toEqual([1_000, false, [1_000, false]]);
    draw(16_000);
    expect(at()).toBe(1_000);
    press(" ");
    expect([at(), isPlaying()]).toEqual([0, true]); // it begins anew
    draw(20_000, 21_000);
    expect(at()).toBe(100);
  });

  it("pauses where it is, shown as one that rests, and counts no time of the pause", () => {
    const { get, draw, at, isPlaying, shown, press } = player(1_000);
    const toggle = () => get("play").happens("click");
    toggle();
    draw(1_000, 2_000);
    toggle();
    expect([isPlaying(), shown.at(-1)]).toEqual([false, [100, false]]);
    draw(9_000);
    expect(at()).toBe(100);
    toggle();
    draw(30_000, 31_000);
    expect(at()).toBe(200);
    press("ArrowLeft");
    expect([at(), isPlaying()]).toEqual([199, false]); // who steps has stopped it
  });

  it("jumps by a twentieth, no more often than it would come to that, for readers who want less motion", () => {
    const { press, draw, at } = player(1_000, true);
    press(" ");
    draw(1_000, 1_500);
    expect(at()).toBe(0);
    draw(2_000);
    expect(at()).toBe(50);
    draw(2_900);
    expect(at()).toBe(50);
    draw(3_000);
    expect(at()).toBe(100);
  });

  it("shows the same frame again when it is asked to", () => {
    const { seek, again, shown } = player(40);
    seek(7.4);
    again();
    expect(shown).toEqual([
      [7, false],
      [7, false],
    ]);
  });
});

import type { PageElement, PageEvent, PageWindow } from "../../figure/page/dom.js";

/**
 * Plays, pauses and steps: buttons, the slider, and keys everywhere on the page but in fields and tables. A closed
 * function, see `unpack`.
 *
 * @param frames the last frame; the first is 0
 * @param show draws a frame; `moving` while it plays
 */
export function playback(window: PageWindow, frames: number, show: (frame: number, moving: boolean) => void) {
  const { document } = window;
  const STEPS_WITHOUT_MOTION = 20;
  const get = (id: string) => document.getElementById(id) as PageElement;
  const slider = get("position");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let frame = 0;
  let playing = false;
  let before = 0;
  let owed = 0;

  const goTo = (wanted: number) => {
    frame = Math.min(frames, Math.max(0, Math.round(wanted)));
    slider.value = String(frame);
    show(frame, playing);
  };

  const setPlaying = (isOn: boolean) => {
    playing = isOn;
    get("play").textContent = isOn ? "Pause" : "Play";
    if (isOn) {
      before = 0;
      owed = 0;
      if (frame === frames) goTo(0);
      window.requestAnimationFrame(tick);
    } else show(frame, false);
  };

  /** Readers who want less motion get a jump a second in place of a flow. */
  const tick = (now: number) => {
    if (!playing) return;
    const seconds = before === 0 ? 0 : (now - before) / 1000;
    before = now;
    owed += calm.matches ? (seconds * frames) / STEPS_WITHOUT_MOTION : (seconds * frames) / Number(get("speed").value);
    const least = calm.matches ? frames / STEPS_WITHOUT_MOTION : 1;
    if (owed >= least) {
      const steps = Math.floor(owed);
      owed -= steps;
      goTo(frame + steps);
    }
    if (frame === frames) setPlaying(false);
    else window.requestAnimationFrame(tick);
  };

  /** Stops, and goes there. */
  const seek = (wanted: number) => {
    if (playing) setPlaying(false);
    goTo(wanted);
  };

  const toggle = () => setPlaying(!playing);
  get("play").addEventListener("click", toggle);
  const moves: readonly (readonly [id: string, to: () => number])[] = [
    ["first", () => 0],
    ["back", () => frame - 1],
    ["forward", () => frame + 1],
    ["last", () => frames],
  ];
  for (const [id, to] of moves) get(id).addEventListener("click", () => seek(to()));
  slider.max = String(frames);
  slider.addEventListener("input", () => seek(Number(slider.value)));

  const leap = Math.max(1, Math.round(frames / 100));
  const keys: Readonly<Record<string, (wide: boolean) => void>> = {
    " ": toggle,
    ArrowLeft: (wide) => seek(frame - (wide ? leap : 1)),
    ArrowRight: (wide) => seek(frame + (wide ? leap : 1)),
    Home: () => seek(0),
    End: () => seek(frames),
  };
  const ownKeys = ({ target, key }: PageEvent): boolean => {
    if (target === slider) return false;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return true;
    if (["BUTTON", "SUMMARY", "A"].includes(target.tagName)) return key === " ";
    return target.getAttribute("role") === "group" && key !== " ";
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || ownKeys(event)) return;
    event.preventDefault();
    act(event.shiftKey);
  });

  return { seek, again: () => show(frame, playing) };
}

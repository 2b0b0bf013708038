import type { RobotsDirectives } from "./page.js";

/** Rules of X-Robots-Tag that have a value behind a colon: what stands before the colon is no name of a robot. */
const rulesWithValue = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/;
const robotName = /^(?:\*|[a-z_][a-z0-9_.-]*)$/;

/**
 * Gathers what is said to robots: "noindex, nofollow", "none" (both), "all" (neither); the rest is left out. Whoever is
 * told more than once obeys the strictest, as Google's documentation of the robots meta tag has it.
 */
export class RobotsRules implements RobotsDirectives {
  readonly #agent: string | undefined;
  noindex = false;
  nofollow = false;

  /** @param agent product token of the crawler ("crawlbench"), obeyed beside "robots" */
  constructor(agent?: string) {
    this.#agent = agent?.toLowerCase();
  }

  /** `<meta name content>`: counts when the name is "robots" or the agent. */
  addMeta(name: string, content: string): void {
    const addressee = name.trim().toLowerCase();
    if (addressee === "robots" || addressee === this.#agent) this.#add(content);
  }

  /** The value of one X-Robots-Tag header: "noindex", "otherbot: noindex, nofollow", or several joined by commas. */
  addHeader(value: string): void {
    let mine = true;
    for (const part of value.split(",")) {
      const colon = part.indexOf(":");
      const name = part.slice(0, Math.max(0, colon)).trim().toLowerCase();
      if (colon >= 0 && (rulesWithValue.test(name) || !robotName.test(name))) continue;
      if (colon >= 0) mine = name === "robots" || name === "*" || name === this.#agent;
      if (mine) this.#add(part.slice(colon + 1));
    }
  }

  #add(content: string): void {
    for (const rule of content.toLowerCase().split(/[\s,;]+/)) {
      if (rule === "noindex" || rule === "none") this.noindex = true;
      if (rule === "nofollow" || rule === "none") this.nofollow = true;
    }
  }
}

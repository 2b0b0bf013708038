import { append } from "../../base/grouped-by.js";
import type { Random } from "../../base/random.js";
import { pageAt, type Section } from "./section.js";

/** Draws targets of links between sections. Nobody links to a section that is not linked, or to a stray. */
export class Elsewhere {
  readonly #random: Random;
  readonly #linked: Section[];
  /** Linked sections of each host, and of each topic. */
  readonly #ofHost = new Map<Section["host"], Section[]>();
  readonly #ofTopic = new Map<number, Section[]>();
  /** Sections that links between hosts went to, one entry per link: copying one of them is preferential attachment. */
  readonly #copied: Section[] = [];

  constructor(sections: readonly Section[], random: Random) {
    this.#random = random;
    this.#linked = sections.filter(({ linked }) => linked);
    for (const section of this.#linked) {
      append(this.#ofHost, section.host, section);
      append(this.#ofTopic, section.topic, section);
    }
    for (let i = 0; i < 20; i++) this.#copied.push(this.#pick(this.#linked));
  }

  /** A page of another section: of the same host (40 %), of the same topic (15 %), or of any host (45 %). */
  draw(from: Section): number {
    const random = this.#random;
    const way = random.next();
    const section =
      way < 0.4
        ? this.#pick(this.#ofHost.get(from.host) ?? this.#linked)
        : way < 0.55
          ? this.#pick(this.#ofTopic.get(from.topic) ?? this.#linked)
          : this.#popular();
    return random.next() < 0.88 ? section.first : pageAt(section, random.below(section.live));
  }

  /**
   * Copying model of Kumar et al. 2000: with 1 in 10 links uniform, in-degrees have exponent (2 - 0.1) / (1 - 0.1) =
   * 2.11.
   */
  #popular(): Section {
    const section = this.#random.next() < 0.1 ? this.#pick(this.#linked) : this.#pick(this.#copied);
    this.#copied.push(section);
    return section;
  }

  #pick(list: readonly Section[]): Section {
    return list[this.#random.below(list.length)];
  }
}

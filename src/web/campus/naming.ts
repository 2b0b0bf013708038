import type { Random } from "../../base/random.js";
import { type KindName, kinds } from "./kinds.js";
import { topics } from "./topics.js";
import { vocabulary } from "./vocabulary.js";

/** Names the directories of one host, no two alike. */
export class Naming {
  readonly #random: Random;
  readonly #taken = new Set(["/people/", ...Object.values(kinds).map(({ folder }) => folder)]);

  constructor(random: Random) {
    this.#random = random;
  }

  /** The head word of the topic, one of its words, or any word. */
  word(topic: number): string {
    const random = this.#random;
    const { names } = vocabulary();
    const choice = random.next();
    if (choice < 0.2) return topics[topic][0];
    return choice < 0.4 ? topics[topic][random.below(topics[topic].length)] : names[random.below(names.length)];
  }

  /** Name of a section without slashes: "~jdroubin", "phys210", "1994", "compiler". */
  base(name: KindName, topic: number): string {
    const random = this.#random;
    if (name === "person") {
      const { names } = vocabulary();
      return `~${String.fromCharCode(97 + random.below(26))}${names[random.below(names.length)]}`;
    }
    if (name === "course") return `${topics[topic][0].slice(0, 4)}${100 + random.below(300)}`;
    if (name === "reports" && random.next() < 0.3) return `${1990 + random.below(9)}`;
    return this.word(topic);
  }

  /** `path` and a slash, with a number where the host already has such a directory. */
  directory(path: string): string {
    let directory = `${path}/`;
    for (let number = 2; this.#taken.has(directory); number++) directory = `${path}${number}/`;
    this.#taken.add(directory);
    return directory;
  }
}

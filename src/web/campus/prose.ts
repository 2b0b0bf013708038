import { goldenTimes, murmurTimes } from "../../base/mix.js";
import { Random } from "../../base/random.js";
import { rowOf } from "../../base/search.js";
import type { PageText } from "../../page/html/text.js";
import type { Graph } from "../graph/graph.js";
import type { KindName } from "./kinds.js";
import type { Plan } from "./plan.js";
import { type Section, sectionIndexOf } from "./section.js";
import { topics } from "./topics.js";
import { type Vocabulary, vocabulary } from "./vocabulary.js";

const closing: Readonly<Record<KindName, readonly string[]>> = {
  home: ["Home Page", "Welcome", "Overview", "Contact"],
  folder: ["Index", "Directory", "List"],
  office: ["Office", "Services", "Information", "Forms"],
  person: ["Page", "Notes", "Links", "Interests"],
  course: ["Syllabus", "Lecture", "Homework", "Handout"],
  project: ["Project", "Overview", "Demo", "Members"],
  list: ["Question", "Announcement", "Reply", "Summary"],
  manual: ["Manual", "Reference", "Section", "Guide"],
  classes: ["Class", "Interface", "Package", "Exception"],
  reports: ["Report", "Abstract", "Paper", "Note"],
  slides: ["Slide", "Figure", "Talk", "Picture"],
};

const pointers = ["home", "up", "index", "back", "top", "main page"];
const vague = ["here", "click here", "more", "next", "this page", "details"];

/** Slots of a topic from which 4 bits draw: the head word 6 of 16 times, the nine others about once each. */
const slots = topics.map(([head, ...rest]) =>
  Array.from({ length: 16 }, (_, i) => (i < 6 ? head : rest[(i - 6) % rest.length])),
);

/**
 * Writes the words of a campus when asked; nothing is stored. A page is about the topic of its section in 88 of 100
 * cases, else about any; its title carries the head word of the topic in about half the cases, its body has 2 to 16 %
 * words of the topic.
 */
export class Prose {
  readonly #plan: Plan;
  readonly #graph: Graph;
  readonly #seed: number;
  readonly #vocabulary: Vocabulary = vocabulary();

  constructor(plan: Plan, graph: Graph, seed: number) {
    this.#plan = plan;
    this.#graph = graph;
    this.#seed = seed;
  }

  title(page: number): string {
    return this.#open(page).title;
  }

  /** Title, and a body of 50 to 500 words. O(words). */
  text(page: number): PageText {
    const { title, topic, random } = this.#open(page);
    const { words, zipf } = this.#vocabulary;
    const slot = slots[topic];
    const length = 50 + Math.min(random.below(451), random.below(451));
    const topical = Math.floor((0.02 + 0.14 * random.next()) * 65536);
    const stray = 65536 - 655; // 1 % of the words belong to any topic
    const body = new Array<string>(length);
    for (let i = 0; i < length; i++) {
      const bits = random.bits();
      const low = bits & 0xffff;
      const high = bits >>> 16;
      let word = words[zipf[low]];
      if (high < topical) word = slot[low & 15];
      else if (high >= stray) word = slots[(low >>> 4) % slots.length][low & 15];
      body[i] = i % 12 === 11 ? `${word}.` : word;
    }
    return { title, body: body.join(" ") };
  }

  /** What the author wrote on the link at this position of graph.targets: mostly words of the target's title. */
  anchor(link: number): string {
    const target = this.#graph.targets[link];
    if (target === undefined) return "";
    const random = new Random(this.#mix(link, 0x5bd1e995));
    const choice = random.next();
    const { first, size } = this.#sectionOf(target);
    if (target === first && choice < 0.3) {
      const source = rowOf(this.#graph.offsets, link);
      if (source > first && source < first + size) return pointers[random.below(pointers.length)];
    }
    if (choice > 0.9) return vague[random.below(vague.length)];
    const title = this.title(target).toLowerCase();
    return choice < 0.7 ? title : title.split(" ").slice(0, 2).join(" ");
  }

  #open(page: number): { title: string; topic: number; random: Random } {
    const random = new Random(this.#mix(page, 0));
    const section = this.#sectionOf(page);
    if (page === this.#plan.home.first) return { title: "Campus University Home Page", topic: section.topic, random };
    const topic = random.next() < 0.88 ? section.topic : random.below(topics.length);
    const about = topics[topic];
    const { names } = this.#vocabulary;
    const named = random.next() < (page === section.first ? 0.7 : 0.45);
    const subject = named ? about[0] : about[1 + random.below(about.length - 1)];
    const closings = closing[section.name];
    const title = `${capital(subject)} ${capital(names[random.below(names.length)])} ${closings[random.below(closings.length)]}`;
    return { title, topic, random };
  }

  #sectionOf(page: number): Section {
    return this.#plan.sections[sectionIndexOf(this.#plan.firsts, page)];
  }

  /** A seed of its own for each index. */
  #mix(index: number, salt: number): number {
    return (murmurTimes(this.#seed ^ salt) + goldenTimes(index)) | 0;
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

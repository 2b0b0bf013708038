import type { Random } from "../../base/random.js";
import { type Host, planHosts } from "./hosts.js";
import { type KindName, kinds, purposes } from "./kinds.js";
import { Naming } from "./naming.js";
import type { Section } from "./section.js";
import { coprime, inverse } from "./stride.js";
import { topicNamed, topics } from "./topics.js";

/** A campus without its links: who wrote what, and where it stands. */
export interface Plan {
  readonly pages: number;
  /** By reversed host name, then directory, in code-unit order: the order of page ids. */
  readonly sections: readonly Section[];
  /** sections[i].first */
  readonly firsts: Uint32Array;
  /** The root of www. */
  readonly home: Section;
}

/** Plans a campus of so many pages. O(sections log sections). */
export function plan(pages: number, random: Random): Plan {
  const planner = new Planner(pages, random);
  for (const host of planHosts(pages, random)) planner.addHost(host);
  const { sections } = planner;
  const home = sections[0];
  // Every label stands before ".campus.example", so reversed host names sort as the labels do.
  sections.sort((a, b) => compare(a.host.label, b.host.label) || compare(a.directory, b.directory));
  const firsts = new Uint32Array(sections.length);
  let first = 0;
  for (let i = 0; i < sections.length; i++) {
    sections[i].first = firsts[i] = first;
    first += sections[i].size;
  }
  return { pages, sections, firsts, home };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Clusters of class documentation: one on small campuses, then one per 25,000 pages. */
const clustersOf = (pages: number) => (pages < 5000 ? 0 : Math.max(1, Math.round(pages / 25_000)));

class Planner {
  readonly sections: Section[] = [];
  readonly #pages: number;
  readonly #random: Random;
  readonly #most: number;
  readonly #departments: Section[] = [];
  readonly #clusters: number;
  #clustersLeft: number;
  #naming: Naming;

  constructor(pages: number, random: Random) {
    this.#pages = pages;
    this.#random = random;
    this.#most = Math.max(60, Math.floor(pages / 50));
    this.#clusters = clustersOf(pages);
    this.#clustersLeft = this.#clusters;
    this.#naming = new Naming(random);
  }

  addHost(host: Host): void {
    this.#naming = new Naming(this.#random);
    const size = Math.min(
      host.pages,
      Math.max(Math.min(40, 4 + Math.floor(host.pages / 60)), Math.floor(host.pages / 400)),
    );
    const root = this.#add("home", host, "/", this.#above(host), size, host.topic);
    if (host.purpose === "department") this.#departments.push(root);
    const rest = host.pages - size;
    this.#fill(root, rest - this.#addClusters(root, rest));
  }

  /** The section that lists a host: www, or for a group a department, of the same topic where there is one. */
  #above(host: Host): Section | undefined {
    const departments = this.#departments;
    if (host.purpose !== "group" || departments.length === 0) return this.sections[0];
    return (
      departments.findLast(({ topic }) => topic === host.topic) ?? departments[this.#random.below(departments.length)]
    );
  }

  /**
   * Class documentation, whose pages all list the same main classes: the tight clusters of pages with 100 and more
   * backlinks.
   *
   * @returns the pages used
   */
  #addClusters(root: Section, budget: number): number {
    const { label, purpose, topic } = root.host;
    if (label === "www-db") {
      const size = Math.min(110, Math.floor(budget / 4));
      if (size >= 20) this.#addClasses(root, size, 3, topic);
      return size >= 20 ? size : 0;
    }
    let used = 0;
    let here = purpose === "documents" ? Math.ceil(this.#clustersLeft / 3) : purpose === "department" ? 2 : 0;
    while (here-- > 0 && this.#clustersLeft > 0) {
      const size = this.#draw("classes");
      if (used + size > budget / 2) break;
      const hot = Math.max(4, (0.0016 * this.#pages) / this.#clusters);
      this.#addClasses(root, size, Math.floor(hot * (0.6 + 0.8 * this.#random.next())), topic);
      this.#clustersLeft--;
      used += size;
    }
    return used;
  }

  #addClasses(root: Section, size: number, bar: number, topic: number): void {
    this.#add(
      "classes",
      root.host,
      this.#naming.directory(`/docs/${this.#naming.word(topic)}/api`),
      root,
      size,
      topic,
      bar,
    );
  }

  /** Sections of the kinds that the purpose of the host asks for, until so many pages are used. */
  #fill(root: Section, budget: number): void {
    const { host } = root;
    const shares = Object.entries(purposes[host.purpose]) as [KindName, number][];
    const left = shares.map(([, share]) => share * budget);
    const folders = new Map<string, Section>();
    let rest = budget;
    while (rest > 0) {
      const which = this.#pick(left);
      const [name] = shares[which];
      const { folder } = kinds[name];
      const listedIn = shares.length === 1 ? "/" : name === "person" ? "/people/" : folder;
      let parent = listedIn === "/" ? root : folders.get(listedIn);
      if (!parent && rest > 12) {
        const size = 1 + Math.min(7, Math.floor(left[which] / 300));
        parent = this.#add("folder", host, listedIn, root, size, root.topic);
        folders.set(listedIn, parent);
        rest -= size;
        left[which] -= size;
      }
      const size = Math.min(rest, this.#draw(name));
      this.#author(name, parent ?? root, size, this.#topicOn(host, name), shares.length === 1 ? "/" : folder);
      rest -= size;
      left[which] -= size;
    }
  }

  /** An index, with a chance in proportion to its weight; weights below 0 count as 0. */
  #pick(weights: readonly number[]): number {
    let draw = this.#random.next() * weights.reduce((sum, weight) => sum + Math.max(0, weight), 0);
    for (let i = 0; i < weights.length - 1; i++) if ((draw -= Math.max(0, weights[i])) < 0) return i;
    return weights.length - 1;
  }

  /** A section and, where it is large, sections below it. */
  #author(name: KindName, parent: Section, size: number, topic: number, folder: string): void {
    const random = this.#random;
    const { nested, least } = kinds[name];
    const own = nested && size > 20 && random.next() < 0.6 ? Math.max(least, Math.floor(size / 3)) : size;
    const directory = this.#naming.directory(folder + this.#naming.base(name, topic));
    const section = this.#add(name, parent.host, directory, parent, own, topic);
    let left = size - own;
    while (left > 0 && nested) {
      const below = nested[random.below(nested.length)];
      const part = Math.min(left, this.#draw(below));
      const about = random.next() < 0.85 ? topic : this.#anyTopic();
      this.#add(
        below,
        parent.host,
        this.#naming.directory(directory + this.#naming.base(below, about)),
        section,
        part,
        about,
      );
      left -= part;
    }
  }

  #add(
    name: KindName,
    host: Host,
    directory: string,
    parent: Section | undefined,
    size: number,
    topic: number,
    wantedBar?: number,
  ): Section {
    const random = this.#random;
    const kind = kinds[name];
    const style = kind.styles[this.#pick(kind.styles.map(({ weight }) => weight))];
    const listed = parent === undefined || random.next() >= kind.forgotten;
    const live = size - Math.min(size - 1, Math.floor(size * kind.strays + random.next()));
    const bar = Math.min(live - 1, wantedBar ?? style.bar[0] + random.below(style.bar[1] - style.bar[0] + 1));
    const stride = style.sequence || size < 3 ? 1 : coprime(size, random);
    const section: Section = {
      host,
      name,
      kind,
      style,
      directory,
      topic,
      parent,
      children: [],
      linked: listed && (parent?.linked ?? true),
      bar,
      linksTop: random.next() < 0.3,
      linksSite: random.next() < (name === "person" ? 0.25 : 0.6),
      linksAgain: random.next() < 0.35,
      size,
      live,
      stride,
      inverse: inverse(stride, size),
      first: 0,
    };
    if (listed) parent?.children.push(section);
    this.sections.push(section);
    return section;
  }

  /** Size of a section: doubled from the least while chance says so, then uniform within the octave. */
  #draw(name: KindName): number {
    const { least, decay, most } = kinds[name];
    const cap = Math.min(most, Math.max(this.#most, least + 30));
    let octave = least;
    while (octave * 2 <= cap && this.#random.next() < decay) octave *= 2;
    return Math.min(cap, octave + this.#random.below(octave));
  }

  /** Departments and groups write about their own topic; the university's offices about any, admission above all. */
  #topicOn({ purpose, topic }: Host, name: KindName): number {
    const draw = this.#random.next();
    if (purpose === "people" || purpose === "lists" || purpose === "documents") return this.#anyTopic();
    if (purpose === "university") return name === "office" && draw < 0.15 ? topicNamed("admission") : this.#anyTopic();
    return draw < 0.75 ? topic : this.#anyTopic();
  }

  /** Frequent topics come first: the smaller of two uniform draws. */
  #anyTopic(): number {
    return Math.min(this.#random.below(topics.length), this.#random.below(topics.length));
  }
}

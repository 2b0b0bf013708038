/** Media types that are told apart; servers may make up as many as they like. */
const MOST_TYPES = 4096;
const LONGEST_TYPE = 127;

/** What types beyond the 4096th are called. */
const OTHER = "other";

/** Ids of media types, 0 .. 4096, in the order in which they were met; the last stands for all that came after. */
export class MediaTypes {
  readonly #names: string[];
  readonly #ids: Map<string, number>;

  constructor(names: readonly string[]) {
    this.#names = [...names];
    this.#ids = new Map(names.map((name, id) => [name, id]));
  }

  get names(): readonly string[] {
    return this.#names;
  }

  idOf(type: string): number {
    return (
      this.#ids.get(type) ?? this.#add(this.#names.length < MOST_TYPES && type.length <= LONGEST_TYPE ? type : OTHER)
    );
  }

  #add(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.#names.push(name) - 1;
    this.#ids.set(name, id);
    return id;
  }
}

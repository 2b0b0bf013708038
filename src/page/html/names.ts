const SIZE = 1024;

/**
 * A few known names, each with a number from 1; looked up where they stand in a text, without copying, in any case of
 * letters. A page holds hundreds of tags and attributes of which few matter: most lookups end after one multiplication
 * per letter.
 */
export class NameTable<Name extends string> {
  readonly #codes = new Uint8Array(SIZE);
  readonly #names: readonly Name[];
  readonly #longest: number;

  /** @param names at most 255, lower case, ASCII, no two alike */
  constructor(names: readonly Name[]) {
    this.#names = names;
    this.#longest = names.reduce((longest, { length }) => Math.max(longest, length), 0);
    names.forEach((name, index) => {
      let slot = hash(name, 0, name.length);
      while (this.#codes[slot] !== 0) slot = (slot + 1) % SIZE;
      this.#codes[slot] = index + 1;
    });
  }

  get size(): number {
    return this.#names.length;
  }

  /** Number of a name; 0 when it is not known. */
  find(text: string, start = 0, end = text.length): number {
    if (end - start > this.#longest) return 0;
    for (let slot = hash(text, start, end); this.#codes[slot] !== 0; slot = (slot + 1) % SIZE) {
      if (isName(this.#names[this.#codes[slot] - 1], text, start, end)) return this.#codes[slot];
    }
    return 0;
  }

  /** Number of a name that stands in the table. */
  code(name: Name): number {
    return this.find(name);
  }

  /** A table over the numbers, true for the names given. */
  mask(names: readonly Name[]): readonly boolean[] {
    const mask = new Array<boolean>(this.size + 1).fill(false);
    for (const name of names) mask[this.find(name)] = true;
    return mask;
  }
}

function hash(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = (Math.imul(value, 31) + (text.charCodeAt(at) | 0x20)) & 0xffffff;
  return (value ^ (value >>> 10)) % SIZE;
}

function isName(name: string, text: string, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index++) {
    const wanted = name.charCodeAt(index);
    const found = text.charCodeAt(start + index);
    if (found !== wanted && (found < 0x41 || found > 0x5a || (found | 0x20) !== wanted)) return false;
  }
  return true;
}

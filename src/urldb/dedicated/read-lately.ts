import { areEqual } from "./new-urls.js";

/** URLs kept, a power of two. */
const PLACES = 1 << 14;
/** Longer ones are not kept. */
const LONGEST = 96;

/**
 * The URLs that were handed out last, by number: what is taken is confirmed soon, and need not be read again. Each has
 * one place, by the low bits of its number, which the next of that place takes over. 1.7 MB.
 */
export class ReadLately {
  readonly #numbers = new Float64Array(PLACES).fill(-1);
  readonly #lengths = new Uint8Array(PLACES);
  readonly #bytes = new Uint8Array(PLACES * LONGEST);

  keep(number: number, url: Uint8Array): void {
    if (url.length > LONGEST) return;
    const place = number % PLACES;
    this.#numbers[place] = number;
    this.#lengths[place] = url.length;
    for (let i = 0, to = place * LONGEST; i < url.length; i++, to++) this.#bytes[to] = url[i];
  }

  /** Whether that URL is the bytes from `start` to `end`; false, too, where it is not kept. */
  is(number: number, url: Uint8Array, start: number, end: number): boolean {
    const place = number % PLACES;
    if (this.#numbers[place] !== number) return false;
    const at = place * LONGEST;
    return areEqual(this.#bytes, at, at + this.#lengths[place], url, start, end);
  }
}

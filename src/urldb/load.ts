import { got, option, problem } from "../base/error.js";
import { Random } from "../base/random.js";
import { UrlBatch } from "./url-batch.js";

/**
 * The set of path characters, each with its weight: lower-case letters as English has them, capitals rarer, then "/",
 * "-" and "_".
 */
const weights: Readonly<Record<string, number>> = {
  ...letters([82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1]),
  "/": 80,
  "-": 30,
  _: 20,
};

function letters(frequencies: readonly number[]): Record<string, number> {
  const pairs = frequencies.flatMap((frequency, i) => [
    [String.fromCharCode(97 + i), frequency],
    [String.fromCharCode(65 + i), Math.ceil(frequency / 10)],
  ]);
  return Object.fromEntries(pairs);
}

/** Codes of characters, each as often as it weighs, in 2^12 places: one draw of 12 bits is one character. */
const wheel = (() => {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const places = new Uint8Array(1 << 12);
  let from = 0;
  let sum = 0;
  for (const [character, weight] of Object.entries(weights)) {
    sum += weight;
    const to = Math.round((sum / total) * places.length);
    places.fill(character.charCodeAt(0), from, to);
    from = to;
  }
  return places;
})();

const topLevels = ["pl", "com", "org", "net", "de", "edu"];

/** Most bytes that a URL of the load has. */
const LONGEST = 96;

/**
 * The URLs of Dorosz's benchmark (section 3): "http://", one of 10,000 random domains, and a path of random length over
 * [a-zA-Z/-_] whose characters are weighted to look like those of real links. The paper gives neither weights nor
 * lengths: here letters go by their frequency in English, and paths have 8 to 40 characters, so that a URL has about 50
 * bytes and hardly any is drawn twice.
 */
export class DoroszLoad {
  readonly #random: Random;
  readonly #domains: readonly Buffer[];

  /** @param seed of domains and paths. @param domains how many different ones, 10,000 in the paper */
  constructor(seed: number, domains = 10_000) {
    if (!Number.isInteger(domains) || domains < 1)
      throw problem.option`${option("domains")} is a positive integer; ${got(domains)}`;
    this.#random = new Random(seed);
    const different = new Map<string, Buffer>();
    while (different.size < domains) {
      const domain = this.#domain();
      different.set(domain.toString("latin1"), domain);
    }
    this.#domains = [...different.values()];
  }

  /** The next `count` URLs. @throws "option" for a count that is no integer from 0 */
  next(count: number): UrlBatch {
    if (!Number.isInteger(count) || count < 0)
      throw problem.option`${option("count")} is an integer from 0; ${got(count)}`;
    const random = this.#random;
    const bytes = Buffer.allocUnsafe(count * LONGEST);
    const ends = new Uint32Array(count);
    let at = 0;
    for (let i = 0; i < count; i++) {
      const domain = this.#domains[random.below(this.#domains.length)];
      bytes.set(domain, at);
      at += domain.length;
      for (let left = 8 + random.below(33); left > 0; left -= 2) {
        const bits = random.bits();
        bytes[at++] = wheel[bits & 4095];
        if (left > 1) bytes[at++] = wheel[(bits >>> 12) & 4095];
      }
      ends[i] = at;
    }
    return new UrlBatch(bytes.subarray(0, at), ends);
  }

  #domain(): Buffer {
    const random = this.#random;
    const label = () =>
      Array.from({ length: 3 + random.below(8) }, () => String.fromCharCode(97 + random.below(26))).join("");
    const labels = Array.from({ length: 1 + random.below(3) }, label);
    return Buffer.from(`http://${labels.join(".")}.${topLevels[random.below(topLevels.length)]}/`);
  }
}

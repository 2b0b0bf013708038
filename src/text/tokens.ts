const UNKNOWN = 0;
const OTHER = 1;
const LETTER = 2;

/** Of UTF-16 units: asked once, then remembered. */
const kinds = new Uint8Array(0x10000);
const letter = /[\p{L}\p{N}\p{M}]/u;
const notAscii = /[^\0-\x7f]/;

function isLetter(unit: number): boolean {
  if (kinds[unit] === UNKNOWN) kinds[unit] = letter.test(String.fromCharCode(unit)) ? LETTER : OTHER;
  return kinds[unit] === LETTER;
}

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;

/**
 * Words of a text, in order: longest runs of letters, digits and marks (Unicode categories L, N and M), in lower case and composed form
 * (NFC). "The 2nd Café's" gives the, 2nd, café, s. A script without spaces between words, Chinese for instance, gives one word per run.
 *
 * O(length).
 */
export function* tokens(text: string): Generator<string> {
  const plain = notAscii.test(text) ? text.normalize("NFC").toLowerCase() : text.toLowerCase();
  let start = -1;
  for (let at = 0; at < plain.length; at++) {
    const unit = plain.charCodeAt(at);
    let wide = 0;
    let inWord: boolean;
    if (unit < 0x80) inWord = (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
    else if (!isHighSurrogate(unit)) inWord = isLetter(unit);
    else {
      inWord = letter.test(String.fromCodePoint(plain.codePointAt(at) ?? 0));
      wide = (plain.codePointAt(at) ?? 0) > 0xffff ? 1 : 0;
    }
    if (inWord && start < 0) start = at;
    else if (!inWord && start >= 0) {
      yield plain.slice(start, at);
      start = -1;
    }
    at += wide;
  }
  if (start >= 0) yield plain.slice(start);
}

/** How often each word of a text occurs in it, words in order of their first occurrence. */
export function termCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/**
 * The words of a text by `Intl.Segmenter` over the whole of it, and the departures that `eachToken` names, written down
 * a second time: the oracle of the scanner. Slow.
 */
export function segmentedWords(text: string): string[] {
  const words: string[] = [];
  for (const { segment } of segmenter.segment(text))
    for (const { written, isEmoji } of piecesOf(segment)) {
      if (isEmoji) words.push(written.replaceAll("\ufe0e", "").replaceAll("\ufe0f", ""));
      else words.push(...written.split(sign).map(formOf).filter(Boolean));
    }
  return words;
}

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Full stops between digits, commas, apostrophes, middle dots and what Hebrew, Armenian and Arabic have within words
 * are none.
 */
const sign =
  /[.\u2024\ufe52\uff0e](?![\p{M}\p{Cf}\uff9e\uff9f]*\p{Nd})|\p{ExtPict}|(?!\p{Alphabetic})(?!['\u2018\u2019\uff07.\u2024\ufe52\uff0e,\u0589\u060c\u060d\u066b\u066c\u07f8\u2044\ufe50\uff0c\u00b7\u0387\u2027\u055f\u05f4"\u055a\u055b\u055c\u055e\u05f3])[\p{P}\p{S}\p{Z}\p{Cc}]/u;
const emoji =
  /\p{RI}\p{RI}|[#*\d]\ufe0f?\u20e3|(?:\p{ExtPict}|\p{EPres})(?:\ufe0e|\ufe0f|\p{EMod}|[\u{e0020}-\u{e007f}])*(?:\u200d\p{ExtPict}(?:\ufe0e|\ufe0f|\p{EMod})*)*/gu;

function piecesOf(segment: string): { written: string; isEmoji: boolean }[] {
  const pieces = [];
  let from = 0;
  for (const { index, 0: written } of segment.matchAll(emoji)) {
    if (!/\p{EPres}|\u20e3|\p{Emoji}\ufe0f/u.test(written)) continue;
    pieces.push({ written: segment.slice(from, index), isEmoji: false }, { written, isEmoji: true });
    from = index + written.length;
  }
  return [...pieces, { written: segment.slice(from), isEmoji: false }];
}

function formOf(part: string): string {
  const written = part.replace(/^[\p{M}\p{Cf}\uff9e\uff9f]+/u, "");
  const letters = [...written].filter((each) => !/[\p{M}\p{DI}\uff9e\uff9f]/u.test(each));
  if (!letters.some((each) => /[\p{Alphabetic}\p{Nd}]/u.test(each))) return "";
  let word = "";
  for (const each of written.normalize("NFKC"))
    if (!/[\p{DI}\p{Z}]/u.test(each)) word += each === "ı" ? each : each.toLowerCase().toUpperCase().toLowerCase();
  word = word
    .replace(/ς/g, "σ")
    .replace(/i\u0307/g, "i")
    .normalize("NFKC");
  word = word.replace(/[\u2018\u2019\u02bc\u05f3]/g, "'").replace(/\u05f4/g, '"');
  while (word.startsWith("'")) word = word.slice(1);
  while (word.endsWith("'")) word = word.slice(0, -1);
  if (word.endsWith("'s")) word = word.slice(0, -2);
  while (word.endsWith("'")) word = word.slice(0, -1);
  return word.slice(0, 255);
}

const separators = /[\t\n\f\r ,]*/y;
const word = /[^\t\n\f\r ]*/y;

/**
 * URLs of a srcset attribute, as written, in order: the parser of the HTML Standard, section 4.8.4.2.2. A URL may hold
 * commas, and so may descriptors, in parentheses. Candidates whose descriptors make no sense count too.
 *
 * O(length).
 */
export function srcsetUrls(value: string): string[] {
  const urls: string[] = [];
  for (let at = endOf(separators, value, 0); at < value.length; at = endOf(separators, value, at)) {
    const end = endOf(word, value, at);
    let endOfUrl = end;
    while (value[endOfUrl - 1] === ",") endOfUrl--;
    urls.push(value.slice(at, endOfUrl));
    at = endOfUrl === end ? endOfDescriptors(value, end) : end;
  }
  return urls;
}

function endOf(pattern: RegExp, value: string, from: number): number {
  pattern.lastIndex = from;
  pattern.exec(value);
  return pattern.lastIndex;
}

/** Behind the comma after the descriptors that begin at `from`. */
function endOfDescriptors(value: string, from: number): number {
  for (let at = from; at < value.length; at++) {
    if (value[at] === ",") return at + 1;
    if (value[at] === "(") at = value.indexOf(")", at);
    if (at < 0) break;
  }
  return value.length;
}

const unreserved = /[A-Za-z0-9\-._~]/;

/**
 * Percent-encodings of unreserved characters decoded, the digits of others in upper case: RFC 3986, sections 6.2.2.1
 * and 6.2.2.2. "/%7Ea%2fb" is "/~a%2Fb". Where a "%" stands alone nothing is decoded, since that might make a new
 * escape of it.
 */
export function plainEscapes(text: string): string {
  if (!text.includes("%")) return text;
  const wellFormed = !/%(?![0-9A-Fa-f]{2})/.test(text);
  return text.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return wellFormed && unreserved.test(character) ? character : triplet.toUpperCase();
  });
}

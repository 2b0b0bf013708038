/**
 * A label of a host name (RFC 1035, section 2.3.1) made of any name: "NotreDame 99" becomes "notredame-99".
 *
 * @param none of a name without a letter of ASCII or a digit
 * @param most letters, at most 63
 */
export const hostLabel = (name: string, none: string, most: number): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, most)
    .replace(/-$/, "") || none;

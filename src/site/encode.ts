import { deflateSync, gzipSync } from "node:zlib";

/**
 * A body in a content coding that the client takes: gzip, else deflate (in its zlib wrapper: RFC 9110, section
 * 8.4.1.2), else as it is. Codings with weight 0 are not taken.
 *
 * @param accepted value of Accept-Encoding
 */
export function encoded(body: Uint8Array, accepted = ""): { readonly body: Uint8Array; readonly headers: string[] } {
  const vary = "Vary: Accept-Encoding";
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(",")
      .map((each) => each.trim().split(/\s*;\s*q=/))
      .filter(([, weight = "1"]) => Number(weight) > 0)
      .map(([coding]) => coding),
  );
  if (taken.has("gzip")) return { body: gzipSync(body, { level: 1 }), headers: [vary, "Content-Encoding: gzip"] };
  if (taken.has("deflate"))
    return { body: deflateSync(body, { level: 1 }), headers: [vary, "Content-Encoding: deflate"] };
  return { body, headers: [vary] };
}

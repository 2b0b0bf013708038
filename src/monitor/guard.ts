import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What a request is refused with. */
export interface Refusal {
  readonly status: 403 | 404 | 405 | 415 | 421;
  readonly message: string;
}

/** 128 random bits. */
export const newToken = (): string => randomBytes(16).toString("hex");

/** In a time that does not tell how much of a guess was right. */
export function isToken(guess: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(guess), digest(token));
}

/**
 * Whom the monitor answers: a browser on this machine that was given the address, token included. A page that the
 * browser shows beside it is not let in: by another host name (DNS rebinding) it has the wrong Host, from its own
 * origin the wrong Origin or Sec-Fetch-Site, which every browser sends with a POST; and it does not know the token.
 *
 * @param path as requested: "/TOKEN/events"
 * @returns the name after the token ("" for the page), or why not
 */
export function admit(
  request: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders },
  { port, token }: { readonly port: number; readonly token: string },
): { readonly name: string } | Refusal {
  const { method, path, headers } = request;
  const hosts = ["127.0.0.1", "localhost"].flatMap((name) => [`${name}:${port}`, ...(port === 80 ? [name] : [])]);
  if (!hosts.includes(headers.host ?? "")) return { status: 421, message: "This server has another name." };
  const [, guess = "", ...rest] = path.split("/");
  if (!isToken(guess, token) || rest.length !== 1) return { status: 404, message: "Nothing is here." };
  const [name] = rest;
  const isCommand = name === "command";
  if (isCommand ? method !== "POST" : method !== "GET" && method !== "HEAD")
    return { status: 405, message: `Ask by ${isCommand ? "POST" : "GET"}.` };
  const site = headers["sec-fetch-site"];
  const isNavigation =
    name === "" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  const isOwn = site === undefined || site === "same-origin" || (!isCommand && (site === "none" || isNavigation));
  const isFromHere = headers.origin === undefined || headers.origin === `http://${headers.host}`;
  if (!isOwn || !isFromHere) return { status: 403, message: "Only the monitor's own page may ask for this." };
  if (isCommand && !/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? ""))
    return { status: 415, message: "Send application/json." };
  return { name };
}

/** Headers of every answer: no sniffing, no referrer, no storing, no framing, no other origin. */
export const guardHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cache-Control": "no-store",
};

/**
 * The policy of the page: it may load its own three files by their full addresses, speak to its own origin, and do
 * nothing else. Trusted Types, where a browser has them, make every way from a text to markup an error.
 *
 * @param host a Host header that `admit` let in
 */
export function pagePolicy(host: string, token: string): string {
  const own = (name: string) => `http://${host}/${token}/${name}`;
  return [
    "default-src 'none'",
    `script-src ${own("page.js")}`,
    `style-src ${own("page.css")}`,
    `img-src ${own("icon.svg")}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

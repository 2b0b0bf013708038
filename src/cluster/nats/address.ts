import { problem } from "../../base/error.js";
/** Where servers are, and who asks. */
export interface Place {
  /** "host:port" of each. */
  readonly servers: readonly string[];
  /** For messages: without names and passwords. */
  readonly shown: string;
  readonly login: { readonly user?: string; readonly pass?: string; readonly token?: string };
  /** Nothing is sent in the clear. */
  readonly tls: boolean;
}

const FORM =
  /^(?:(?<scheme>nats|tls):\/\/)?(?:(?<login>[^/]*)@)?(?<host>\[[\da-f:.]+\]|[^\s:/@[\]]+)(?::(?<port>\d{1,5}))?\/?$/i;

/**
 * Reads "host", "host:4222", "nats://user:password@host:4222", "tls://token@host", or several with commas between.
 *
 * @throws "option" that says what an address looks like, and shows no password
 */
export function parseAddress(address: string): Place {
  if (typeof address !== "string") throw misread(address);
  const parts = address.split(",").map((part) => {
    const { scheme = "nats", login, host, port = "4222" } = FORM.exec(part.trim())?.groups ?? {};
    if (host === undefined || Number(port) > 65_535) throw misread(address);
    return { server: `${host}:${port}`, scheme: scheme.toLowerCase(), login };
  });
  const servers = parts.map(({ server }) => server);
  const schemes = [...new Set(parts.map(({ scheme }) => scheme))];
  const logins = [...new Set(parts.flatMap(({ login }) => (login === undefined ? [] : [login])))];
  if (logins.length > 1 || schemes.length > 1) {
    throw problem.option`servers of one address are asked with one name and password, and all by nats:// or all by tls://`;
  }
  const shown = `${schemes[0]}://${servers.join(",")}`;
  return { servers, shown, login: parseLogin(logins[0], address), tls: schemes[0] === "tls" };
}

/** "user:password" or a token, percent-encoded. */
function parseLogin(login: string | undefined, address: string): Place["login"] {
  if (login === undefined) return {};
  try {
    const [first, ...rest] = login.split(":");
    if (rest.length === 0) return { token: decodeURIComponent(first) };
    return { user: decodeURIComponent(first), pass: decodeURIComponent(rest.join(":")) };
  } catch {
    throw misread(address);
  }
}

const misread = (address: string) =>
  problem.option`the address of a NATS server is like nats://host:4222, nats://user:password@host or tls://token@host, several with commas; found ${
    String(address).includes("@")
      ? "another, not shown for the password in it: %2C, %2F, %3A, %40 and %25 there stand for , / : @ and %"
      : JSON.stringify(address)
  }`;

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

/** Where a NATS server listens unless told otherwise. */
const PORT = 4222;

const FORM =
  /^(?:(?<scheme>nats|tls):\/\/)?(?:(?<login>[^/]*)@)?(?<host>\[[\da-f:.]+\]|[^\s:/@[\]]+)(?::(?<port>\d{1,5}))?\/?$/i;

/**
 * Reads "host", "host:4222", "nats://user:password@host:4222", "tls://token@host", or several with commas between.
 *
 * @throws RangeError that says what an address looks like, and shows no password
 */
export function parseAddress(address: string): Place {
  const parts = address.split(",").map((part) => {
    const groups = FORM.exec(part.trim())?.groups;
    if (!groups || Number(groups.port ?? PORT) > 65_535) throw misread(address);
    return {
      host: `${groups.host}:${groups.port ?? PORT}`,
      tls: groups.scheme?.toLowerCase() === "tls",
      login: groups.login,
    };
  });
  const logins = [...new Set(parts.flatMap(({ login }) => (login === undefined ? [] : [login])))];
  const tls = parts.some((part) => part.tls);
  if (logins.length > 1 || parts.some((part) => part.tls !== tls)) {
    throw new RangeError(
      "servers of one address are asked with one name and password, and all by nats:// or all by tls://",
    );
  }
  const servers = parts.map(({ host }) => host);
  const shown = `${tls ? "tls" : "nats"}://${servers.join(",")}`;
  return { servers, shown, login: parseLogin(logins[0], address), tls };
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
  new RangeError(
    `the address of a NATS server is like nats://host:4222, nats://user:password@host or tls://token@host, several with commas; found ${
      address.includes("@")
        ? "another, not shown for the password in it: %2C, %2F, %3A, %40 and %25 there stand for , / : @ and %"
        : JSON.stringify(address)
    }`,
  );

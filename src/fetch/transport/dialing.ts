import type { Socket } from "node:net";
import { type Fault, type FetchProblem, fetchProblem } from "../fetched.js";
import { fetchError } from "./faults.js";

/** As much as one read brings. */
export const READ_BYTES = 65_536;

/** Scheme, host and port of a URL. */
export interface Origin {
  /** "https://www.example:8443", as URL.origin has it. */
  readonly key: string;
  readonly secure: boolean;
  /** As in the URL: an IPv6 address stands in brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** A connection that is being made. */
export class Dialing {
  /** What it waits for, for messages and names. */
  step: "dns" | "proxy" | "tcp" | "tls" = "dns";
  cancelled = false;
  /** What requests go out on. */
  socket: Socket | undefined;
  /** Address of the host, where it is known. */
  ip: string | undefined;
  /** All that were opened on the way: to a proxy, and within that. */
  readonly #held: Socket[] = [];

  /** From now on requests would go out on it. */
  hold(socket: Socket): void {
    this.#held.push(socket);
    this.socket = socket;
    if (this.cancelled) socket.destroy();
  }

  cancel(): void {
    this.cancelled = true;
    for (const socket of this.#held) socket.destroy();
  }

  /** What to say when it took too long. */
  late(where: string): FetchProblem {
    switch (this.step) {
      case "dns":
        return fetchProblem("dns", `${where} no address was known`);
      case "proxy":
        return fetchProblem("proxy", `${where} the proxy had not answered`);
      case "tcp":
      case "tls":
        return fetchProblem("connect-timeout", `${where} no ${this.step.toUpperCase()} connection stood`);
    }
  }
}

export const unwanted = (hostname: string) =>
  fetchProblem("aborted", `${hostname}: the connection is no longer wanted`);

/**
 * Whether the other side closed a connection in order, asked while the socket tells its end. A reset that comes
 * together with data Node tells as "end", without an error (libuv, uv__stream_io): then the system knows no peer any
 * more. The socket's `remoteAddress` still says who it was.
 */
export const endedInOrder = (socket: Socket): boolean => (socket as Handled)._handle?.getpeername({}) === 0;

/** What Node keeps of a socket; null once it is destroyed. */
type Handled = Socket & { readonly _handle?: { getpeername(into: object): number } | null };

/** What goes wrong while TLS is settled is TLS's, whatever the system calls it. */
export const faultIn = ({ step }: Dialing): Fault | undefined => (step === "tls" ? "tls" : undefined);

/** Resolves when a connection stands. @param by what tells so @param fault undefined: as the error says */
export function standing(
  socket: Socket,
  by: "connect" | "secureConnect",
  where: string,
  fault: () => Fault | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: unknown) => {
      socket.off("error", failed).off("close", closed).off(by, done);
      if (error instanceof Error) reject(error);
      else resolve();
    };
    const failed = (error: unknown) => {
      socket.on("error", () => {});
      done(fetchError(error, where, fault()));
    };
    const closed = () => done(unwanted(where));
    socket.on("error", failed).on("close", closed).on(by, done);
  });
}

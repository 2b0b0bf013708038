import type { Socket } from "node:net";
import type { Client } from "undici";
import { loadPackage } from "../../base/load-package.js";
import type { Dialer } from "./dialer.js";
import { Dialing, type Origin } from "./dialing.js";

/** Bytes of a head that undici reads, by the names and values of its fields: 300 cookies overflow the 16 KB of Node. */
export const HEAD_BYTES = 65_536;

/** Of undici its client alone: the whole of it, with fetch, web sockets and caches, takes 80 ms more to load. */
const UndiciClient = loadPackage<typeof Client>("undici/lib/dispatcher/client.js");

/**
 * One connection to one origin, spoken to by undici; when the server closed it, it is made anew for the next request.
 */
export class Connection {
  readonly origin: Origin;
  readonly client: Client;
  /** Requests that the present socket has carried, the one under way included. */
  uses = 0;
  ip: string | undefined;
  dialing = new Dialing();
  /** Told of all bytes before undici reads them. */
  hearer: { hear(chunk: Buffer): void } | undefined;

  /** @param onClosed told when the server, or a time without requests, closed it */
  constructor(origin: Origin, dialer: Dialer, keepAlive: number, onClosed: (connection: Connection) => void) {
    this.origin = origin;
    this.client = new UndiciClient(origin.key, {
      connect: (_options, callback) => {
        this.uses = 0;
        this.dialing = new Dialing();
        dialer.dial(origin, this.dialing).then(
          (socket) => {
            this.ip = this.dialing.ip;
            this.#listen(socket);
            callback(null, socket);
          },
          (error: Error) => callback(error, null),
        );
      },
      pipelining: keepAlive > 0 ? 1 : 0,
      keepAliveTimeout: Math.max(keepAlive, 1),
      keepAliveMaxTimeout: Math.max(keepAlive, 1),
      keepAliveTimeoutThreshold: 1_000,
      maxHeaderSize: HEAD_BYTES,
      headersTimeout: 0, // deadlines are kept by the exchange: undici's come up to a second late
      bodyTimeout: 0,
    });
    this.client.on("disconnect", () => onClosed(this));
  }

  /** Whether the next request may go out on it. */
  get usable(): boolean {
    return this.dialing.socket?.destroyed === false;
  }

  /** Closes it at once, whatever is under way. */
  async destroy(): Promise<void> {
    this.hearer = undefined;
    this.dialing.cancel();
    await this.client.destroy();
  }

  /** Heads are kept as they came, byte by byte, which undici does not tell. */
  #listen(socket: Socket): void {
    const read = socket.read;
    socket.read = (size?: number) => {
      const chunk = read.call(socket, size);
      if (chunk !== null) this.hearer?.hear(chunk);
      return chunk;
    };
  }
}

import type { NatsConnection } from "@nats-io/transport-node";

/**
 * Ends a connection whose other side went silent. The client ends it only when all that it wrote was taken, which over a cut line
 * never happens (client 3.4.0): it would wait for the system to give up, a quarter of an hour later. So its socket is destroyed.
 */
export function sever(connection: NatsConnection): void {
  const { protocol } = connection as unknown as Inside;
  protocol?.transport?.socket?.destroy();
}

/** What the client keeps to itself. */
interface Inside {
  readonly protocol?: { readonly transport?: { readonly socket?: { destroy(): void } } };
}

/** What NATS' own packages export. */
export interface Packages {
  readonly transport: typeof import("@nats-io/transport-node");
  readonly jetstream: typeof import("@nats-io/jetstream");
  readonly kv: typeof import("@nats-io/kv");
}

/** Loads them when the first engine is opened. */
export async function loadPackages(): Promise<Packages> {
  const [transport, jetstream, kv] = await Promise.all([
    import("@nats-io/transport-node"),
    import("@nats-io/jetstream"),
    import("@nats-io/kv"),
  ]);
  return { transport, jetstream, kv };
}

import type * as transport from "@nats-io/transport-node";
import { expect, it } from "vitest";
import { parseAddress } from "../../../src/cluster/nats/address.js";
import { connect } from "../../../src/cluster/nats/connect.js";

/** How connecting ends where the client ends so, and what the client was told. */
async function connected(end: () => Promise<transport.NatsConnection>) {
  let told: transport.NodeConnectionOptions = {};
  const open = (options: transport.NodeConnectionOptions = {}) => {
    told = options;
    return end();
  };
  const ended = await connect(open as typeof transport.connect, parseAddress("nats://me:secret@h:4222")).catch(
    (error) => error,
  );
  return { ended, told };
}

it("asks every 5 s whether the server is there, counts two silences as a break, and connects again for ever", async () => {
  const connection = {} as transport.NatsConnection;
  const { ended, told } = await connected(async () => connection);
  expect(ended).toBe(connection);
  expect(told).toMatchObject({ pingInterval: 5_000, maxPingOut: 2, maxReconnectAttempts: -1, timeout: 5_000 });
});

it("says that a server says nothing, without the password of its address", async () => {
  const late = Object.assign(new Error("timeout"), { name: "TimeoutError" });
  const { ended } = await connected(() => Promise.reject(late));
  expect(ended).toMatchObject({
    code: "unreachable",
    message: expect.stringMatching(/^nothing answers at nats:\/\/h:4222 \(silent for 5 s\): start nats-server /),
  });
});

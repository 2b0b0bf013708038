import type * as transport from "@nats-io/transport-node";
import { type CrawlbenchError, problem } from "../../base/error.js";
import type { Place } from "./address.js";

/**
 * Milliseconds until a server that takes the connection and says nothing is given up, at the first attempt and later
 * ones.
 */
const PATIENCE = 5_000;

/**
 * Milliseconds between attempts to connect again, and between questions whether the server is there still; after two
 * without an answer the connection counts as broken.
 */
const AGAIN = 250;
const PING = 5_000;

/**
 * Connects, and from then on for ever again.
 *
 * @throws "unreachable", "unsuitable" or "refused"
 */
export async function connect(open: typeof transport.connect, place: Place): Promise<transport.NatsConnection> {
  try {
    return await open({
      servers: [...place.servers],
      ...place.login,
      ...(place.tls && { tls: {} }),
      name: "crawlbench",
      timeout: PATIENCE,
      maxReconnectAttempts: -1,
      reconnectTimeWait: AGAIN,
      pingInterval: PING,
      maxPingOut: 2,
      ignoreAuthErrorAbort: true, // a server that is set up anew refuses for a moment what it takes again
      noAsyncTraces: true,
    });
  } catch (cause) {
    throw explained(cause as Error & { readonly code?: string }, place);
  }
}

const START = "nats-server -js -sd FOLDER (Debian package nats-server)";

function explained(cause: Error & { readonly code?: string }, { shown, login, tls }: Place): CrawlbenchError {
  if (cause.name === "AuthorizationError" || cause.name === "UserAuthenticationExpiredError")
    return refused(cause, shown, login);
  const unsuitable = problem.unsuitable({ cause });
  if (/unexpected response from server/.test(cause.message)) {
    return unsuitable`what answers at ${shown} is no NATS server: start one with ${START}, and give its port`;
  }
  if (/does not support 'tls'/.test(cause.message)) {
    return unsuitable`${shown} does not speak TLS: give it a certificate (nats-server --tls), or ask by nats://`;
  }
  if (tls && /CERT|SELF_SIGNED|ISSUER|VERIFY/.test(cause.code ?? "")) {
    return unsuitable`the certificate of ${shown} is not trusted (${cause.code}): name who signed it in NODE_EXTRA_CA_CERTS=FILE`;
  }
  const why = cause.name === "TimeoutError" ? `silent for ${PATIENCE / 1000} s` : (cause.code ?? cause.message);
  return problem.unreachable({ cause })`nothing answers at ${shown} (${why}): start ${START}, or give its address`;
}

function refused(cause: Error, shown: string, login: Place["login"]): CrawlbenchError {
  const how = login.token ? "this token" : login.user ? "this name and password" : "neither name nor password";
  const next = "give what its configuration names: nats://user:password@host:4222 or nats://token@host:4222";
  return problem.refused({ cause })`${shown} lets nobody in with ${how}: ${next}`;
}

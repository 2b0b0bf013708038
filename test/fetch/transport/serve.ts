import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { Answer, Fetched, FetchRequest } from "../../../src/fetch/fetched.js";
import { type CountingTransport, openTransport, type TransportOptions } from "../../../src/fetch/transport.js";

export interface Served {
  readonly port: number;
  /** Requests as they came, one text each. */
  readonly requests: string[];
  readonly sockets: ReadonlySet<Socket>;
  /** Connections that there were. */
  made(): number;
}

/** A server that answers the nth request with what `answer` writes. */
export async function serve(answer: (socket: Socket, nth: number, text: string) => void): Promise<Served> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let made = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    made++;
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    socket.on("data", (chunk) => {
      requests.push(chunk.toString("latin1"));
      answer(socket, requests.length, requests[requests.length - 1]);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { port: (server.address() as AddressInfo).port, requests, sockets, made: () => made };
}

export function transportTo(port: number, options: Partial<TransportOptions> = {}) {
  const transport = openTransport({
    userAgent: "test (+http://a.example/)",
    resolve: [`*=127.0.0.1:${port}`],
    ...options,
  });
  onTestFinished(() => transport.close());
  return transport;
}

export const answers = (body: string, fields = "") =>
  `HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`;
export const ok = (socket: Socket) => void socket.write(answers("hello"));
export const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
export const fault = (promise: Promise<Answer>) =>
  promise.then((answer) => (answer.ending === "failed" ? answer.fault : "none"));
/** A response; there must be one. */
export async function ask(transport: CountingTransport, request: FetchRequest): Promise<Fetched> {
  const answer = await transport.fetch(request);
  if (answer.ending === "failed") throw new Error(answer.message);
  return answer;
}
export const until = async (done: () => boolean) => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 10));
};

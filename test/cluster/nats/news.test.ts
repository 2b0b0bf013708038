import { expect, it } from "vitest";
import { problem } from "../../../src/base/error.js";
import type { Link } from "../../../src/cluster/nats/link.js";
import { namesOf } from "../../../src/cluster/nats/names.js";
import { News } from "../../../src/cluster/nats/news.js";

type Callback = (error: Error | null, message: object) => void;

/** News over a connection whose other side is made by hand. */
function told(answers: readonly string[] = []) {
  const done: string[] = [];
  const callbacks: Callback[] = [];
  const connection = {
    publish: (subject: string, body: Uint8Array) => void done.push(`publish ${subject} ${Buffer.from(body)}`),
    subscribe: (subject: string, { callback }: { readonly callback: Callback }) => {
      done.push(`subscribe ${subject}`);
      callbacks.push(callback);
      return { unsubscribe: () => void done.push("unsubscribe") };
    },
    flush: async () => void done.push("flush"),
    requestMany: async (subject: string, _body: Uint8Array, options: object) => {
      done.push(`ask ${subject} ${JSON.stringify(options)}`);
      return (async function* () {
        for (const answer of answers) yield { data: Buffer.from(answer) };
        throw new Error("nobody listens");
      })();
    },
  };
  const link = { connected: true, closed: false, connection, closedError: () => problem.closed`closed` };
  return { news: new News(link as unknown as Link, namesOf("g")), link, done, callbacks };
}

const topic = namesOf("g").topic("rest");
const turn = () => new Promise(setImmediate);

it("news go out while the connection stands, and are lost else", () => {
  const { news, link, done } = told();
  news.tell("rest", Buffer.from("a"));
  link.connected = false;
  news.tell("rest", Buffer.from("b"));
  expect(done).toEqual([`publish ${topic} a`]);
});

it("whoever listens answers those who ask, and hears nothing of errors; the server knows before", async () => {
  const { news, link, done, callbacks } = told();
  const heard: string[] = [];
  const end = await news.listen("rest", (body) => {
    heard.push(`${Buffer.from(body)}`);
    return `${Buffer.from(body)}` === "silent" ? undefined : Buffer.from("yes");
  });
  expect(done).toEqual([`subscribe ${topic}`, "flush"]);
  const answered: string[] = [];
  const message = (text: string, reply = "inbox") => ({
    ...{ data: Buffer.from(text), reply },
    respond: (body: Uint8Array) => answered.push(`${text}: ${Buffer.from(body)}`),
  });
  callbacks[0](null, message("asked"));
  callbacks[0](null, message("told", ""));
  callbacks[0](null, message("silent"));
  callbacks[0](new Error("wrong"), message("error"));
  await turn();
  link.closed = true;
  callbacks[0](null, message("late"));
  await turn();
  expect([heard, answered]).toEqual([["asked", "told", "silent", "late"], ["asked: yes"]]);
  await end();
  expect(done.at(-1)).toBe("unsubscribe");
});

it("over a broken connection one listens from the reconnect on, without a word to the server", async () => {
  const { news, link, done } = told();
  link.connected = false;
  await news.listen("rest", () => undefined);
  expect(done).toEqual([`subscribe ${topic}`]);
});

it("answers that came before the connection broke are all; a link that is closed says so", async () => {
  const { news, link, done } = told(["a", "b"]);
  const asked = () => news.ask("rest", new Uint8Array(), { within: 50, most: 7 });
  expect((await asked()).map((answer) => `${Buffer.from(answer)}`)).toEqual(["a", "b"]);
  expect(done).toEqual([`ask ${topic} {"strategy":"count","maxWait":50,"maxMessages":7}`]);
  link.closed = true;
  await expect(asked()).rejects.toMatchObject({ code: "closed" });
  expect(() => news.tell("rest", new Uint8Array())).toThrow("closed");
});

import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer } from "../../src/site/answer.js";
import { send } from "../../src/site/respond.js";

/** A client that notes what it is sent, and when. */
class Client extends EventEmitter {
  readonly got: [milliseconds: number, what: number | string][] = [];
  readonly begun = Date.now();
  destroyed = false;
  readonly socket = { writableLength: 0 };
  readonly over = vi.fn();

  ask(answer: Partial<Answer>, method = "GET"): void {
    const whole: Answer = {
      status: 200,
      kind: "page",
      page: 0,
      headers: ["A: b: c"],
      body: new Uint8Array(250),
      ...answer,
    };
    const request = { method, socket: this.socket } as unknown as IncomingMessage;
    send(request, this as unknown as ServerResponse, whole, this.over);
  }

  #note(what: number | string): void {
    this.got.push([Date.now() - this.begun, what]);
  }

  writeHead(status: number, headers: string[]): void {
    this.#note(`${status} ${headers.join("|")}`);
  }

  write({ length }: Uint8Array): void {
    this.#note(length);
  }

  end(body?: Uint8Array): void {
    this.#note(`end ${body?.length ?? 0}`);
  }
}

describe("an answer on the wire, by a fake clock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("goes out at once and whole", () => {
    const client = new Client();
    client.ask({});
    expect(client.got).toEqual([
      [0, "200 A|b: c|Content-Length|250"],
      [0, "end 250"],
    ]);
    expect(client.over).toHaveBeenCalledExactlyOnceWith({ status: 200, bytes: 250, end: expect.any(Number) });
    client.emit("close");
    expect(client.over).toHaveBeenCalledTimes(1);
  });

  it("waits as long as its host's latency", () => {
    const client = new Client();
    client.ask({ latency: 70 });
    vi.advanceTimersByTime(69);
    expect(client.got).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(client.got.map(([time]) => time)).toEqual([70, 70]);
  });

  it("trickles: a piece every 100 ms, as many bytes a second as the host has", () => {
    const client = new Client();
    client.ask({ rate: 1000 });
    vi.runAllTimers();
    expect(client.got.slice(1)).toEqual([
      [0, 100],
      [100, 100],
      [200, "end 50"],
    ]);
    expect(client.over).toHaveBeenCalledExactlyOnceWith({ status: 200, bytes: 250, end: expect.any(Number) });
  });

  it("stops with what was sent when the client leaves", () => {
    const client = new Client();
    client.ask({ rate: 1000 });
    vi.advanceTimersByTime(150);
    client.destroyed = true;
    client.emit("close");
    vi.runAllTimers();
    expect(client.got).toHaveLength(3);
    expect(client.over).toHaveBeenCalledExactlyOnceWith({ status: 200, bytes: 200, end: expect.any(Number) });
    const early = new Client();
    early.ask({ latency: 10 });
    early.destroyed = true;
    early.emit("close");
    vi.runAllTimers();
    expect([early.got, early.over.mock.calls[0][0]]).toMatchObject([[], { status: 0, bytes: 0 }]);
  });

  it("is over when the system has taken the last byte, not before", () => {
    const client = new Client();
    client.socket.writableLength = 99;
    client.ask({});
    expect(client.over).not.toHaveBeenCalled();
    client.emit("finish");
    expect(client.over).toHaveBeenCalledTimes(1);
  });

  it("has no body for HEAD and 304, and no length for 304", () => {
    const [head, same] = [new Client(), new Client()];
    head.ask({ rate: 10 }, "HEAD");
    expect(head.got.map(([, what]) => what)).toEqual(["200 A|b: c|Content-Length|250", "end 0"]);
    same.ask({ status: 304 });
    expect(same.got.map(([, what]) => what)).toEqual(["304 A|b: c", "end 0"]);
    for (const { over } of [head, same]) expect(over.mock.calls[0][0]).toMatchObject({ bytes: 0 });
  });

  it("never comes from a silent host", () => {
    const client = new Client();
    client.ask({ death: "silent", latency: 5 });
    vi.runAllTimers();
    expect([client.got, client.over.mock.calls]).toEqual([[], []]);
    client.emit("close");
    expect(client.over.mock.calls[0][0]).toMatchObject({ status: 0, bytes: 0 });
  });
});

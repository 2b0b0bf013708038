import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** A connection whose bytes are looked at, and perhaps changed, before who reads it has them. */
export abstract class Overheard extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#pass(this.hear(chunk)));
    socket.on("end", () => {
      this.#pass(this.rest());
      this.push(null);
    });
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
  }

  /** @returns what is passed on of it, and of what was kept before */
  protected abstract hear(chunk: Buffer): Buffer;

  /** What is kept still, at the end. */
  protected rest(): Buffer {
    return Buffer.alloc(0);
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0 && !this.push(bytes)) this.#socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}

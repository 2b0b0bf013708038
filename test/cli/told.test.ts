import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { told } from "../../src/cli/told.js";

const errorOf = (path: string): Error => {
  try {
    readFileSync(path);
  } catch (error) {
    return error as Error;
  }
  throw new Error(`${path} is there`);
};

describe("told", () => {
  it("says of a file that is listed and cannot be opened that its name is not UTF-8", () => {
    expect(told(errorOf("none/a.html"), undefined)).toMatch(
      /^cannot use none\/a\.html: there is no such file or folder /,
    );
    expect(told(errorOf("none/caf\ufffd.html"), undefined)).toBe(
      "cannot use none/caf\ufffd.html: its name is not UTF-8, and Node opens no other (ENOENT, open). Rename it",
    );
  });

  it("says what to do where the system names no file", () => {
    const error = Object.assign(new Error("EIO: i/o error, write"), { code: "EIO", syscall: "write" });
    expect(told(error, undefined)).toBe("cannot use a file: the disk failed (EIO, write). Name another place");
  });

  it("says of a port that is taken what can be typed for every flag that takes one", async () => {
    const [first, second] = [createServer(), createServer()];
    first.listen(0, "127.0.0.1");
    await once(first, "listening");
    const { port } = first.address() as AddressInfo;
    second.listen(port, "127.0.0.1");
    const error = await new Promise<Error>((settle) => second.once("error", settle));
    first.close();
    expect(told(error, undefined)).toBe(
      `cannot listen at port ${port}: another program listens there (EADDRINUSE, listen). Name another port, or 0 for any that is free`,
    );
  });
});

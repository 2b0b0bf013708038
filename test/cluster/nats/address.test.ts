import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../src/cluster/nats/address.js";

describe("the address of a NATS server", () => {
  it("is read in every form, with port 4222 where none is named", () => {
    const read = (address: string) => {
      const { servers, shown, login, tls } = parseAddress(address);
      return [servers, shown, login, tls];
    };
    expect(read("host")).toEqual([["host:4222"], "nats://host:4222", {}, false]);
    expect(read("127.0.0.1:5000")).toEqual([["127.0.0.1:5000"], "nats://127.0.0.1:5000", {}, false]);
    expect(read("nats://host.example:1")).toEqual([["host.example:1"], "nats://host.example:1", {}, false]);
    expect(read("TLS://host/")).toEqual([["host:4222"], "tls://host:4222", {}, true]);
    expect(read("[::1]:5000")).toEqual([["[::1]:5000"], "nats://[::1]:5000", {}, false]);
    expect(read("nats://a, nats://b:5,c")).toEqual([
      ["a:4222", "b:5", "c:4222"],
      "nats://a:4222,b:5,c:4222",
      {},
      false,
    ]);
  });

  it("may hold a name and password or a token, percent-encoded, which it does not show", () => {
    const login = { user: "me", pass: "a:b@c/d,e%" };
    const address = "nats://me:a:b%40c%2Fd%2Ce%25@host";
    expect(parseAddress(address)).toMatchObject({ login, shown: "nats://host:4222", servers: ["host:4222"] });
    expect(parseAddress("tls://s3cret@host")).toMatchObject({ login: { token: "s3cret" }, shown: "tls://host:4222" });
    expect(parseAddress("nats://me:pw@a,nats://me:pw@b,c").login).toEqual({ user: "me", pass: "pw" });
  });

  it("is refused when it is none, without a password in the message", () => {
    for (const wrong of [
      "",
      " ",
      "a b",
      "http://host",
      "ws://host:80",
      "host:port",
      "host:99999",
      "a,,b",
      "nats://",
      "host/path",
    ]) {
      expect(() => parseAddress(wrong)).toThrow(
        new RegExp(`^the address of a NATS server is like nats://host:4222.*found ${JSON.stringify(wrong)}$`),
      );
    }
    for (const wrong of [
      "nats://me:se,cret@host",
      "nats://me:secret@",
      "me:secret@host:port",
      "secret%@host",
      "http://secret@host",
    ]) {
      expect(() => parseAddress(wrong)).toThrow(/found another, not shown for the password in it/);
      expect(() => parseAddress(wrong)).not.toThrow(/secret|cret@|se,/);
    }
  });

  it("names one login and one scheme for all its servers", () => {
    for (const wrong of ["nats://a:secret@host,nats://b:secret@host", "nats://a,tls://b"]) {
      expect(() => parseAddress(wrong)).toThrow(
        /^servers of one address are asked with one name and password, and all by/,
      );
    }
  });
});

import { describe, expect, it } from "vitest";
import { hostMap } from "../../../src/fetch/transport/host-map.js";

describe("the map of hosts", () => {
  it("takes the most specific pattern, and of equal ones the last", () => {
    const map = hostMap([
      "*=127.0.0.1:1",
      "*.example=127.0.0.2",
      "*.deep.example=127.0.0.3:3",
      "www.example=127.0.0.9",
      "www.example=127.0.0.4:4",
    ]);
    const found = [
      "other.test",
      "example",
      "a.example",
      "a.b.example",
      "deep.example",
      "a.deep.example",
      "www.example",
    ];
    expect(found.map((host) => `${map(host)?.address}:${map(host)?.port}`)).toEqual([
      "127.0.0.1:1",
      "127.0.0.1:1", // *.example is for names below example
      "127.0.0.2:undefined",
      "127.0.0.2:undefined",
      "127.0.0.2:undefined",
      "127.0.0.3:3",
      "127.0.0.4:4",
    ]);
  });

  it("knows names with letters beyond ASCII as URLs have them", () => {
    const map = hostMap(["Bücher.example=127.0.0.1:1", "*.bücher.example=127.0.0.1:2"]);
    expect([map("xn--bcher-kva.example")?.port, map("www.xn--bcher-kva.example")?.port]).toEqual([1, 2]);
  });

  it("leaves IP addresses alone unless they are named: a star stands for names", () => {
    const map = hostMap(["*=127.0.0.1:80", "10.0.0.1=127.0.0.1:81", "[::1]=[::1]:82"]);
    expect([map("10.0.0.2"), map("[::2]"), map("10.0.0.1")?.port, map("[::1]")?.port]).toEqual([
      undefined,
      undefined,
      81,
      82,
    ]);
  });

  it("knows IPv6, localhost, and schemes that overrule those of URLs", () => {
    const map = hostMap([
      "a=[::1]:8080",
      "b=localhost:80",
      "c=http://127.0.0.1:8080",
      "d=https://127.0.0.1",
      "E = 127.0.0.1",
    ]);
    expect(map("a")).toEqual({ address: "::1", family: 6, port: 8080, tls: undefined });
    expect(map("b")).toEqual({ address: "127.0.0.1", family: 4, port: 80, tls: undefined });
    expect(map("c")).toEqual({ address: "127.0.0.1", family: 4, port: 8080, tls: false });
    expect(map("d")).toEqual({ address: "127.0.0.1", family: 4, port: undefined, tls: true });
    expect(map("e")?.address).toBe("127.0.0.1");
    expect(hostMap([])("a")).toBeUndefined();
  });

  it("refuses what it cannot read, and shows a pattern that it can", () => {
    for (const pattern of [
      "",
      "a",
      "a=",
      "=127.0.0.1",
      "a=name.example",
      "a=127.0.0.1:0",
      "a=127.0.0.1:99999",
      "a.*=127.0.0.1",
      "**=127.0.0.1",
      "*a=127.0.0.1",
      "*.=127.0.0.1",
      "a=ftp://127.0.0.1",
      "a=127.0.0.1/x",
    ])
      expect(() => hostMap([pattern])).toThrow(/expected host=address\[:port\], such as \*\.example=127\.0\.0\.1:8080/);
  });
});

import { describe, expect, it } from "vitest";
import { proxiesOf } from "../../../src/fetch/transport/proxies.js";
import { coded } from "../../fixture/problems.js";

const SECRET = "correct-horse-battery";
const at = (url: string) => {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === "https:";
  return { secure, hostname, port: port === "" ? (secure ? 443 : 80) : Number(port) };
};
/** Label of the proxy for a URL. */
const through = (environment: Record<string, string>, url: string, named?: string) =>
  proxiesOf(named, environment)?.of(at(url))?.label;

describe("the proxy of a URL", () => {
  it("is the one that is named, else that of the environment for its scheme, lower case before capitals", () => {
    const environment = {
      HTTP_PROXY: "http://a:1",
      http_proxy: "http://b:2",
      HTTPS_PROXY: "socks5://c",
      ALL_PROXY: "d:4",
    };
    expect(through(environment, "http://x.example/")).toBe("http://b:2");
    expect(through(environment, "https://x.example/")).toBe("socks5://c:1080");
    expect(through(environment, "https://x.example/", "https://e")).toBe("https://e:443");
    expect(through({ ALL_PROXY: "d:4" }, "https://x.example/")).toBe("http://d:4");
    expect(through({ HTTP_PROXY: "d:4" }, "https://x.example/")).toBeUndefined();
    expect(proxiesOf(undefined, { HTTP_PROXY: " " })).toBeUndefined();
    expect(proxiesOf("none", environment)).toBeUndefined();
  });

  it("is none for hosts of NO_PROXY, for localhost and for loopback addresses", () => {
    const list = "a.example, .b.example *.c.example:8080 10.0.0.0/8,[2001:db8::]/32,2001:db9::1,localnet,d.example.";
    const ask = (url: string) => through({ no_proxy: list }, url, "http://p:1");
    const direct = ["http://a.example/", "http://w.a.example/", "http://b.example/", "http://c.example:8080/"];
    direct.push(
      "http://10.9.8.7/",
      "http://[2001:db9::1]/",
      "http://localnet/",
      "http://a.example./",
      "http://w.d.example/",
    );
    direct.push("http://localhost:99/", "http://x.localhost/", "http://127.9.9.9/", "http://[::1]/");
    expect(direct.filter((url) => ask(url) !== undefined)).toEqual([]);
    const led = [
      "http://ba.example/",
      "http://c.example/",
      "http://11.9.8.7/",
      "http://[2001:db9::2]/",
      "http://b.org/",
    ];
    expect(led.filter((url) => ask(url) === undefined)).toEqual([]);
    expect(through({ NO_PROXY: "*" }, "http://x.example/", "http://p:1")).toBeUndefined();
    expect(through({ NO_PROXY: "10.0.0.0/x,10.0.0.0/99" }, "http://10.0.0.1/", "http://p:1")).toBe("http://p:1");
  });

  it("is said without its name and password, with who looks names up", () => {
    const proxies = proxiesOf(undefined, {
      HTTP_PROXY: `http://me:${SECRET}@[::1]:3128`,
      HTTPS_PROXY: "socks5://Proxy.example",
      NO_PROXY: "a.example",
    });
    expect(proxies?.said).toEqual([
      "http URLs: http://[::1]:3128, which looks names up",
      "https URLs: socks5://proxy.example:1080, told addresses that are looked up here",
      "a.example: none (NO_PROXY)",
    ]);
    expect(proxies?.looksUp).toBe(true);
    expect(proxiesOf("socks5://p", {})?.said).toEqual([
      "all URLs: socks5://p:1080, told addresses that are looked up here",
    ]);
    expect(proxiesOf(undefined, { HTTP_PROXY: "socks5://p" })).toMatchObject({
      said: ["http URLs: socks5://p:1080, told addresses that are looked up here", "https URLs: none"],
      looksUp: false,
    });
    expect(proxiesOf("socks5h://me%40x:p%3Aq@p", {})?.of(at("http://x.example/"))).toEqual({
      kind: "socks5",
      hostname: "p",
      port: 1080,
      looksUp: true,
      label: "socks5h://p:1080",
      login: { user: "me@x", password: "p:q" },
    });
  });

  it("is refused where it cannot be read, and not repeated", () => {
    const wrong = [
      `ftp://me:${SECRET}@p`,
      `http://me:${SECRET}@p/path`,
      `http://me:${SECRET}@`,
      `http://m%3Ae:${SECRET}@p`,
      `http://me:${SECRET}%zz@p`,
      `socks5://me:${SECRET.repeat(20)}@p`,
      `http://:${SECRET}@p`,
    ];
    for (const text of wrong) {
      for (const call of [() => proxiesOf(text, {}), () => proxiesOf(undefined, { HTTP_PROXY: text })]) {
        expect(call, text).toThrow(coded("option"));
        expect(call).toThrow("the URL of a proxy");
        expect(call).not.toThrow(SECRET);
      }
    }
    expect(() => proxiesOf(undefined, { HTTP_PROXY: "ftp://p" })).toThrow("HTTP_PROXY is the URL of a proxy");
    expect(() => proxiesOf(3 as unknown as string, {})).toThrow(coded("option"));
  });
});

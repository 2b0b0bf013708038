import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forbiddenRange, isWebPort, literalAddress } from "../../../src/fetch/addresses.js";

/**
 * IANA IPv4 special-purpose address registry and multicast: https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const SPECIAL_4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

describe("addresses", () => {
  const special = new BlockList();
  for (const [net, bits] of SPECIAL_4) special.addSubnet(net, bits);

  it("are forbidden at both ends of each range of the IANA registry, and right outside most", () => {
    for (const [net, bits] of SPECIAL_4) {
      const first = net.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
      for (const number of [first - 1, first, first + 2 ** (32 - bits) - 1, first + 2 ** (32 - bits)]) {
        if (number < 0 || number >= 2 ** 32) continue;
        const address = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
        expect([address, forbiddenRange(address) !== undefined]).toEqual([address, special.check(address)]);
      }
    }
  });

  it("are forbidden in the same places as by Node's BlockList", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => (forbiddenRange(address) !== undefined) === special.check(address)),
      { numRuns: 2_000 },
    );
  });

  it("of IPv6 are public only within 2000::/3, and there not in special ranges", () => {
    for (const address of ["2606:2800:220:1:248:1893:25c8:1946", "2a00:1450:4001::1"])
      expect([address, forbiddenRange(address)]).toEqual([address, undefined]);
    for (const address of [
      "::",
      "::1",
      "::ffff:8.8.8.8",
      "::ffff:7f00:1",
      "::127.0.0.1",
      "64:ff9b::8.8.8.8",
      "64:ff9b:1::1",
      "fe80::1",
      "fec0::1",
      "fc00::1",
      "fd12::1",
      "ff02::1",
      "2001:db8::1",
      "2001::1",
      "2002:7f00:1::1",
      "3fff::1",
      "100::1",
      "5f00::1",
      "4000::1",
      "8000::1",
    ])
      expect([address, typeof forbiddenRange(address)]).toEqual([address, "string"]);
    expect(forbiddenRange("not an address")).toBe("invalid");
  });

  it("in URLs are found whatever notation they were written in", () => {
    const written = [
      "http://127.0.0.1/",
      "http://2130706433/",
      "http://0x7f.1/",
      "http://0177.0.0.1/",
      "http://127.1/",
      "http://１２７.0.0.1/",
      "http://0x7f000001/",
      "http://127.0.0.1./",
    ];
    for (const url of written) expect([url, literalAddress(new URL(url).hostname)]).toEqual([url, "127.0.0.1"]);
    expect(literalAddress(new URL("http://[::FFFF:127.0.0.1]/").hostname)).toBe("::ffff:7f00:1");
    expect(literalAddress("www.example")).toBeUndefined();
  });
});

describe("web ports", () => {
  it("are the usual four", () => {
    const asked = Array.from({ length: 65_536 }, (_, port) => port).filter(isWebPort);
    expect(asked).toEqual([80, 443, 8080, 8443]);
  });
});

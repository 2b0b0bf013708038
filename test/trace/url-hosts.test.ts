import { describe, expect, it } from "vitest";
import { UrlHosts } from "../../src/trace/url-hosts.js";

describe("hosts of URLs", () => {
  it("are numbered as they turn up, told apart by their names in lower case, however long", () => {
    const long = `${"x".repeat(400)}.example`;
    const urls = [
      "http://a.example/b",
      "https://A.EXAMPLE/",
      "http://b.example/",
      "no url",
      `http://${long}/`,
      "http://a.example/",
      `http://${long.toUpperCase()}/`,
      `http://${long}s/`,
      "http://[a]/",
      "http://{a}/",
    ];
    const hosts = new UrlHosts();
    const numbers = urls.map((url) => {
      const bytes = Buffer.from(`..${url}..`);
      return hosts.ofUrl(bytes, 2, bytes.length - 2);
    });
    // letters alone have small ones: [ and { differ by the same bit as a and A
    expect(numbers).toEqual([0, 0, 1, 2, 3, 0, 3, 4, 5, 6]);
    expect(hosts.size).toBe(7);
  });
});

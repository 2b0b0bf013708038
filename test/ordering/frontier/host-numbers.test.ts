import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HostNumbers } from "../../../src/ordering/frontier/host-numbers.js";

/** Number of the host of each of these URLs. */
const numbers = (...urls: string[]) => {
  const hosts = new HostNumbers(urls.length);
  return urls.map((url, page) => hosts.add(page, url));
};

describe("HostNumbers", () => {
  it("numbers hosts in the order in which they turn up, and knows the host of each page", () => {
    const hosts = new HostNumbers(4);
    expect([hosts.add(2, "http://a.edu/x"), hosts.add(0, "http://b.edu"), hosts.add(3, "http://a.edu/?y")]).toEqual([
      0, 1, 0,
    ]);
    expect([hosts.of(2), hosts.of(0), hosts.of(3)]).toEqual([0, 1, 0]);
    expect(hosts.count).toBe(2);
  });

  it("takes capitals, schemes and user names for the same host, and other ports for another", () => {
    expect(numbers("http://a.edu/", "HTTPS://A.EDU/x@y", "ftp://me:pw@a.edu#top", "http://a.edu:8080/")).toEqual([
      0, 0, 0, 1,
    ]);
  });

  it("gives all that is no absolute URL the empty host, a URL within a path or query included", () => {
    expect(numbers("", "/a?u=http://b.edu/", "a/http://b.edu/", "mailto:me@b.edu", "://b.edu/")).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect(numbers("", "http://b.edu/")).toEqual([0, 1]);
  });

  it("finds the host that the platform's URL parser finds", () => {
    const part = fc.constantFrom("", "/", "/a@b", "/a://b/c", "?q=http://x.org/", "#f@g", "/A?b#c");
    const authority = fc.constantFrom("a.edu", "WWW.A.edu", "me@a.edu", "me:pw@b.edu:81", "b.edu:8080", "[::1]:90");
    fc.assert(
      fc.property(fc.constantFrom("http", "https", "FTP"), authority, part, part, (scheme, host, a, b) => {
        const url = `${scheme}://${host}${a}${a && b}`;
        expect(numbers(url, `http://${new URL(url).host}/`), url).toEqual([0, 0]);
      }),
    );
  });
});

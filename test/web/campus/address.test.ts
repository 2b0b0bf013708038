import { describe, expect, it } from "vitest";
import { campus } from "../../../src/web/campus/campus.js";

const web = campus();
const urls = [...(web.urls ?? [])];

describe("the URLs of a campus", () => {
  it("are distinct and already in the form that the WHATWG parser gives them", () => {
    expect(new Set(urls).size).toBe(20_000);
    expect(urls.filter((url) => new URL(url).href !== url)).toEqual([]);
  });

  it("ascend by reversed host name, directory and file name", () => {
    const keys = urls.map((url) => {
      const { hostname, pathname } = new URL(url);
      const slash = pathname.lastIndexOf("/") + 1;
      return [hostname.split(".").reverse().join("\0"), pathname.slice(0, slash), pathname.slice(slash)];
    });
    const sorted = keys.toSorted((a, b) => {
      const at = a.findIndex((part, i) => part !== b[i]);
      return at < 0 ? 0 : a[at] < b[at] ? -1 : 1;
    });
    expect(keys).toEqual(sorted);
  });

  it("belong to hosts of very different sizes", () => {
    const sizes = new Map<string, number>();
    for (const url of urls) sizes.set(new URL(url).hostname, (sizes.get(new URL(url).hostname) ?? 0) + 1);
    const sorted = [...sizes.values()].sort((a, b) => b - a);
    expect(sorted.length).toBeGreaterThan(50);
    expect(sorted[0]).toBeGreaterThan(0.08 * urls.length);
    expect(sorted[0]).toBeLessThan(0.2 * urls.length);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(sorted[0] / 10);
    expect(sizes.get("www-db.campus.example")).toBe(1100); // Cho et al. 1998, section 6: about 1,100
  });

  it("have paths of one to six slashes, home pages of people among them", () => {
    const slashes = new Set(urls.map((url) => new URL(url).pathname.split("/").length - 1));
    expect(Math.min(...slashes)).toBe(1);
    expect(Math.max(...slashes)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...slashes)).toBeLessThanOrEqual(6);
    expect(urls.filter((url) => /\/~[a-z]+\d*\/$/.test(url)).length).toBeGreaterThan(200);
  });

  it("are computed, but can be read as bytes as well", () => {
    const { urls: column } = campus({ pages: 300 });
    expect(column?.size).toBe(300);
    expect(column?.at(300)).toBe("");
    expect(column?.at(-1)).toBe("");
    expect(column?.at(0.5)).toBe("");
    expect(column?.indexOf(column.at(123))).toBe(123);
    expect(column?.indexOf("http://elsewhere.example/")).toBe(-1);
    expect(Buffer.from(column?.bytes ?? []).toString()).toBe([...(column ?? [])].join(""));
    expect(column?.offsets[300]).toBe(column?.byteLength);
  });
});

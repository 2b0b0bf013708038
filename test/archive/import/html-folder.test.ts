import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { archiveAt } from "../../../src/archive/import/archive-kind.js";
import { importArchive } from "../../../src/archive/import/import-archive.js";
import { folderWith, temporaryFolder } from "../../crawl/pool/temporary.js";
import { MemoryWriter } from "./memory-writer.js";

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files, join(temporaryFolder(), name));
  for (const path of Object.keys(files)) utimesSync(join(folder, path), 1000, 1000.5);
  return folder;
}
async function take(folder: string, options = {}) {
  const writer = new MemoryWriter();
  const summary = await importArchive(folder, writer, options);
  return {
    writer,
    summary,
    urls: writer.added.map(({ exchange, redirect }) => exchange.url + (redirect ? ` -> ${redirect}` : "")),
  };
}

describe("a folder of HTML files", () => {
  const files = {
    "index.html": '<a href="b/x%20y.htm">',
    "b/x y.htm": '<a href="../">',
    "b/image.png": "",
    ".hidden/a.html": "",
    "readme.txt": "",
  };

  it("has URLs of a host named after it; index.html is the first of its folder, and the page of the folder itself", async () => {
    const folder = folderOf("My Docs", files);
    expect(await archiveAt(folder)).toEqual({ kind: "html-folder" });
    const { urls, writer, summary } = await take(folder);
    expect(urls).toEqual([
      "https://my-docs.example/index.html",
      "https://my-docs.example/ -> https://my-docs.example/index.html",
      "https://my-docs.example/b/x%20y.htm",
    ]);
    expect(writer.added.map(({ page }) => page?.links[0]?.url)).toEqual([
      "https://my-docs.example/b/x%20y.htm",
      undefined,
      "https://my-docs.example/",
    ]);
    expect(writer.added[0].exchange.time).toBe(1_000_500);
    expect(summary).toMatchObject({ records: 2, byType: { file: 2 }, captures: 3, pages: 2, hosts: 1 });
  });

  it("has the URLs that links have, and is found by those with all escaped, too", async () => {
    const { urls } = await take(folderOf("docs", { "c++/index.html": "", "T:a,b;c.html": "", "100%#é x.html": "" }));
    expect(urls).toEqual([
      "https://docs.example/100%25%23%C3%A9%20x.html",
      "https://docs.example/T:a,b;c.html",
      "https://docs.example/T%3Aa%2Cb%3Bc.html -> https://docs.example/T:a,b;c.html",
      "https://docs.example/T:a,b%3Bc.html -> https://docs.example/T:a,b;c.html",
      "https://docs.example/c++/index.html",
      "https://docs.example/c++/ -> https://docs.example/c++/index.html",
      "https://docs.example/c%2B%2B/index.html -> https://docs.example/c++/index.html",
      "https://docs.example/c%2B%2B/ -> https://docs.example/c++/index.html",
    ]);
  });

  it("is found by the links that wget -E -k writes", async () => {
    // wget 1.21 -r -E -k saved /show.php?id=1 and /a&b/24;v=1 so, and turned the links to them so
    const converted = ["show.php%3Fid=1.html", "a&b/24%3Bv=1.html", "a&b/100%25.html"];
    const { urls, writer } = await take(
      folderOf("mirror", {
        "a.example/index.html": converted.map((link) => `<a href="${link.replace("&", "&amp;")}">`).join(""),
        "a.example/show.php?id=1.html": "",
        "a.example/a&b/24;v=1.html": "",
        "a.example/a&b/100%.html": "",
      }),
    );
    const links = writer.added[0].page?.links.map(({ url }) => url);
    expect(links).toEqual(converted.map((link) => `https://a.example/${link}`));
    expect(urls).toEqual(
      expect.arrayContaining([
        "https://a.example/show.php%3Fid=1.html -> https://a.example/show.php?id=1.html",
        "https://a.example/a&b/24%3Bv=1.html -> https://a.example/a&b/24;v=1.html",
        "https://a.example/a&b/100%25.html",
      ]),
    );
  });

  it("has URLs below a base", async () => {
    const { urls } = await take(folderOf("docs", { "a.html": "<p>", "a?b=c.html": "<p>" }), {
      base: "http://docs.example.org/v1",
    });
    expect(urls.slice(0, 2)).toEqual(["http://docs.example.org/v1/a.html", "http://docs.example.org/v1/a?b=c.html"]);
  });

  it("is a mirror when its folders are named as hosts, by http or https as its pages have it", async () => {
    const page = (scheme: string) => ({
      "a.example/x.html": `<a href="${scheme}://b.example/y.html">`,
      "b.example/y.html": "<p>",
    });
    for (const scheme of ["http", "https"]) {
      expect((await take(folderOf("mirror", page(scheme)))).urls).toEqual([
        `${scheme}://a.example/x.html`,
        `${scheme}://a.example/x -> ${scheme}://a.example/x.html`, // wget -E
        `${scheme}://b.example/y.html`,
        `${scheme}://b.example/y -> ${scheme}://b.example/y.html`,
      ]);
    }
    expect((await take(folderOf("ports", { "a.example:8080/x+y.html": "" }))).urls).toEqual([
      "https://a.example:8080/x+y.html",
      "https://a.example:8080/x%2By.html -> https://a.example:8080/x+y.html",
      "https://a.example:8080/x+y -> https://a.example:8080/x+y.html",
    ]);
    for (const host of ["127.0.0.1:8080", "localhost:8080", "localhost", "intranet:8080"])
      expect((await take(folderOf("mirror", { [`${host}/x.html`]: "" }))).urls[0]).toBe(`https://${host}/x.html`);
    // 1.2.3.4 may be a version of the documents in it; 1.2.3.456:80 and port 99999 are of no URL
    for (const folder of ["1.2.3.4", "1.2.3.456:80", "a.example:99999", "notes"])
      expect((await take(folderOf("docs", { [`${folder}/x.html`]: "" }))).urls[0]).toBe(
        `https://docs.example/${folder}/x.html`,
      );
    expect((await take(folderOf("no mirror", { ...page("http"), "z.html": "" }))).urls[0]).toBe(
      "https://no-mirror.example/a.example/x.html",
    );
  });

  it("leads in a mirror from what wget -E asked for to the file that it named, where no other file has that name", async () => {
    const { urls } = await take(
      folderOf("mirror", {
        "a.example/index.html": "<title>x</title>",
        "a.example/news.html": "",
        "a.example/news": "<title>x</title>", // asked for, too
        "a.example/p/1.html": "",
        "a.example/show?id=1.html": "",
      }),
    );
    expect(urls.filter((url) => url.includes("->")).map((url) => url.replaceAll("https://a.example", ""))).toEqual([
      "/ -> /index.html",
      "/p/1 -> /p/1.html",
      "/show%3Fid=1.html -> /show?id=1.html", // wget -k
      "/show?id=1 -> /show?id=1.html",
    ]);
  });

  it("takes HTML of a mirror whatever its name, and elsewhere leaves out and counts what is not named so", async () => {
    const page = "<!DOCTYPE html><title>x</title>";
    const files = {
      "a.example/index.html": page,
      "a.example/index.html.orig": page, // wget -K
      "a.example/news": page,
      "a.example/news~": page,
      "a.example/show.php?id=3": `\ufeff<!-- made by hand -->\n${page}`,
      "a.example/.hidden": page,
      "a.example/style.css": "/* <html> */",
      "a.example/feed": '<?xml version="1.0"?><rss>',
      "a.example/empty": "",
      readme: page, // beside the folders of hosts
    };
    const mirror = await take(folderOf("mirror", files));
    expect(mirror.urls.filter((url) => !url.includes("->"))).toEqual([
      "https://a.example/index.html",
      "https://a.example/news",
      "https://a.example/show.php?id=3",
    ]);
    expect(mirror.summary.skipped).toEqual({ "html-not-named-so": 1 }); // readme
    const docs = await take(folderOf("docs", { ...files, "top.html": page }));
    expect(docs.urls.filter((url) => !url.includes("->"))).toEqual([
      "https://docs.example/a.example/index.html",
      "https://docs.example/top.html",
    ]);
    expect(docs.summary.skipped).toEqual({ "html-not-named-so": 3 }); // news, show.php and readme
  });

  it("is no archive without HTML", async () => {
    expect(await archiveAt(folderOf("plain", { "a.txt": "x", "b/c.md": "y" }))).toBeUndefined();
    expect(await archiveAt(join(temporaryFolder(), "missing"))).toBeUndefined();
  });
});

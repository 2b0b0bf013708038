import { describe, expect, it } from "vitest";
import { DocAddresses } from "../../../src/recipe/debian-docs/address.js";
import { docSets } from "../../../src/recipe/debian-docs/doc-sets.js";
import { FileTree } from "../../../src/recipe/debian-docs/file-tree.js";
import { folderWith } from "../../crawl/pool/temporary.js";
import { madeUpAddresses, SETS } from "./made-up.js";

// Where each URL leads follows by hand from the three made-up sets.

const addresses = madeUpAddresses();
const leads = (url: string) => {
  const target = addresses.find(url);
  if (target === undefined) return "nothing";
  return "file" in target ? target.file.path : `-> ${target.redirect}`;
};

describe("DocAddresses", () => {
  it("serves each file at its canonical URL alone, a folder's index at the folder's", () => {
    expect(leads("https://docs.alpha.example/3/")).toBe("usr/share/doc/alpha3/html/index.html");
    expect(leads("https://docs.alpha.example/3/library/os.html")).toBe("usr/share/doc/alpha3/html/library/os.html");
    expect(leads("https://docs.alpha.example/3/_images/picture.png")).toBe(
      "usr/share/doc/alpha3/html/_images/picture.png",
    );
    expect(leads("https://beta.example/guide.html")).toBe("usr/share/doc/beta/html/guide.html.gz");
    expect(leads("https://beta.example/a%20b.html")).toBe("usr/share/doc/beta/html/a b.html");
    expect(leads("https://gamma.example/en/latest/examples/")).toBe("usr/share/doc/gamma/examples/index.htm");
  });

  it.each([
    ["http", "http://docs.alpha.example/3/library/os.html", "https://docs.alpha.example/3/library/os.html"],
    ["a name of an index", "https://docs.alpha.example/3/index.html", "https://docs.alpha.example/3/"],
    ["a missing slash", "https://docs.alpha.example/3", "https://docs.alpha.example/3/"],
    ["a missing slash below", "https://docs.alpha.example/3/library", "https://docs.alpha.example/3/library/"],
    ["a query", "https://docs.alpha.example/3/library/os.html?q=1", "https://docs.alpha.example/3/library/os.html"],
    ["other escapes", "https://beta.example/%61%20b%2ehtml", "https://beta.example/a%20b.html"],
    ["a host in capitals", "http://BETA.example/guide.html", "https://beta.example/guide.html"],
    ["a compressed page", "https://beta.example/guide.html.gz", "https://beta.example/guide.html"],
    [
      "a symbolic link",
      "https://gamma.example/en/latest/html/copy.html",
      "https://gamma.example/en/latest/html/start.html",
    ],
    [
      "an older version",
      "https://docs.alpha.example/2.7/library/os.html",
      "https://docs.alpha.example/3/library/os.html",
    ],
    ["another host", "http://old.alpha.example/library/", "https://docs.alpha.example/3/library/"],
    ["an alias of a folder", "https://docs.alpha.example/lib/os.html", "https://docs.alpha.example/3/library/os.html"],
    ["a site root", "https://docs.alpha.example/", "https://docs.alpha.example/3/"],
    ["a site root without an index", "http://gamma.example/", "https://gamma.example/en/latest/html/start.html"],
    ["a set's root without one", "https://gamma.example/en/latest/", "https://gamma.example/en/latest/html/start.html"],
  ])("redirects %s in one step", (_, from, to) => {
    expect(leads(from)).toBe(`-> ${to}`);
    expect(addresses.find(to)).toHaveProperty("file");
  });

  it("takes the longest alias that fits, and canonical prefixes before them, until a file is found", () => {
    // /3/library/ is an alias of /3/, which has a folder library: what lies there is not hidden by the alias
    expect(leads("https://docs.alpha.example/3/library/os.html")).not.toMatch(/^->/);
    expect(leads("https://docs.alpha.example/3/library/library/os.html")).toBe(
      "-> https://docs.alpha.example/3/library/os.html",
    );
    // under the alias "/" this would be the file 2.7/unlinked.html
    expect(leads("https://docs.alpha.example/2.7/unlinked.html")).toBe("-> https://docs.alpha.example/3/unlinked.html");
  });

  it("finds nothing where there is nothing, where no set is, and outside of the packages", () => {
    for (const url of [
      "https://docs.alpha.example/3/missing.html",
      "https://docs.alpha.example/3/_images/",
      "https://gamma.example/other",
      "https://elsewhere.example/",
      "https://beta.example:8443/guide.html",
      "ftp://beta.example/guide.html",
      "https://beta.example/secret.html",
      "https://beta.example/circle.html",
      "https://beta.example/guide.html/",
      "https://beta.example/index.html/below", // a file has nothing below it
      "https://beta.example/..%2f..%2falpha3%2fhtml%2findex.html",
      "https://beta.example/%ff.html",
      "no URL",
      "https://beta.example/GUIDE.html",
    ])
      expect(leads(url), url).toBe("nothing");
  });

  it("knows all hosts, and the home pages", () => {
    expect([...addresses.hosts].sort()).toEqual([
      "beta.example",
      "docs.alpha.example",
      "gamma.example",
      "old.alpha.example",
      "www.beta.example",
    ]);
    expect(SETS.map((set) => addresses.homeOf(set))).toEqual([
      "https://docs.alpha.example/3/",
      "https://beta.example/",
      "https://gamma.example/en/latest/html/start.html",
    ]);
  });
});

describe("entrancesOf", () => {
  it("gives topmost indexes of a set whose root has none, and nothing for the others", () => {
    expect(SETS.map((set) => addresses.entrancesOf(set))).toEqual([
      [],
      [],
      ["https://gamma.example/en/latest/examples/"],
    ]);
  });

  it("leaves out indexes below others, in whatever order folders hold them", () => {
    const root = "usr/share/doc/delta";
    const paths = [
      "a/b/index.html",
      "a/index.html",
      "c/d/index.html",
      "e/f/g/index.html",
      "e/f/index.html",
      "e/h.html",
    ];
    const tree = new FileTree([folderWith(Object.fromEntries(paths.map((path) => [`${root}/${path}`, ""])))]);
    const set = { ...SETS[0], root, host: "delta.example", prefix: "/", aliases: [] };
    expect(new DocAddresses([set], tree).entrancesOf(set)).toEqual(
      ["a/", "c/d/", "e/f/"].map((path) => `https://delta.example/${path}`),
    );
  });
});

it("of several indices of a folder the first of index.html, index.htm and index.xhtml is at the folder's URL", () => {
  const root = "usr/share/doc/delta";
  const files = ["a/index.htm", "a/index.xhtml", "b/index.xhtml"];
  const tree = new FileTree([folderWith(Object.fromEntries(files.map((path) => [`${root}/${path}`, ""])))]);
  const delta = new DocAddresses([{ ...SETS[0], root, host: "delta.example", prefix: "/", aliases: [] }], tree);
  expect(delta.find("https://delta.example/a/")).toMatchObject({ file: { path: `${root}/a/index.htm` } });
  expect(delta.find("https://delta.example/b/")).toMatchObject({ file: { path: `${root}/b/index.xhtml` } });
  expect(delta.find("https://delta.example/b/index.xhtml")).toEqual({ redirect: "https://delta.example/b/" });
});

describe("docSets", () => {
  const all = docSets("all");

  it("has the 211 sets on 160 hosts that were listed, with prefixes, roots and aliases of the expected form", () => {
    expect(all).toHaveLength(211); // published count
    expect(new Set(all.map(({ host }) => host)).size).toBe(160); // published count
    expect(new Set(all.map(({ name }) => name)).size).toBe(211);
    expect(new Set(all.map(({ root }) => root)).size).toBe(211);
    for (const { root, host, prefix, home, packages, aliases } of all) {
      expect(root).toMatch(/^usr\/.*[^/]$/);
      expect(prefix).toMatch(/^\/(.*\/)?$/);
      expect(new URL(`https://${host}${prefix}`).href).toBe(`https://${host}${prefix}`);
      expect(home).toMatch(/^[^/].*\.x?html?$/);
      expect(packages.length).toBeGreaterThan(0);
      for (const alias of aliases)
        expect(typeof alias === "string" ? alias : alias.prefix).toMatch(/^[a-z0-9.-]+\/(.*\/)?$/);
    }
  });

  it("puts unions and names together in the order of the list, each set once", () => {
    expect(docSets().map(({ name }) => name)).toEqual(docSets("python").map(({ name }) => name));
    expect(new Set(docSets("python").map(({ host }) => host)).size).toBe(52);
    expect(new Set(docSets("b40").map(({ host }) => host)).size).toBe(40);
    expect(docSets("mako, python3,mako").map(({ name }) => name)).toEqual(["python3", "mako"]);
    expect(docSets("rust,python")).toHaveLength(53);
  });

  it("names what there is when it does not know one", () => {
    expect(() => docSets("perl")).toThrow(
      /^debian-docs has no set "perl"\. Unions: python, small, b40, all; 211 sets, those with this letter: python3, pandas, /,
    );
    expect(() => docSets("Perl")).toThrow(
      'no set "Perl". Unions: python, small, b40, all; 211 sets, those with this letter: python3, ',
    );
    expect(() => docSets("mako,")).toThrow(/no set ""\. .* those with this letter: none\.\n/);
  });
});

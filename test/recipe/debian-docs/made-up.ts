import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { DocAddresses } from "../../../src/recipe/debian-docs/address.js";
import type { DocSet } from "../../../src/recipe/debian-docs/doc-sets.js";
import { FileTree } from "../../../src/recipe/debian-docs/file-tree.js";
import type { PackageSource } from "../../../src/recipe/debian-docs/packages.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";

// Three projects made up for tests, packaged as Debian packages documentation: with links between them of all four
// kinds.

export const SETS: readonly DocSet[] = [
  {
    name: "alpha",
    packages: ["alpha3-doc", "alpha-doc"],
    root: "usr/share/doc/alpha3/html",
    host: "docs.alpha.example",
    prefix: "/3/",
    home: "index.html",
    pages: 4,
    aliases: [
      "docs.alpha.example/",
      "docs.alpha.example/2.7/",
      "docs.alpha.example/3/library/",
      "old.alpha.example/",
      { prefix: "docs.alpha.example/lib/", folder: "library/" },
    ],
  },
  {
    name: "beta",
    packages: ["beta-doc"],
    root: "usr/share/doc/beta/html",
    host: "beta.example",
    prefix: "/",
    home: "index.html",
    aliases: ["www.beta.example/"],
    pages: 3,
  },
  {
    name: "gamma",
    packages: ["gamma-doc"],
    root: "usr/share/doc/gamma",
    host: "gamma.example",
    prefix: "/en/latest/",
    home: "html/start.html",
    aliases: [],
    pages: 3,
  },
];

const page = (title: string, ...hrefs: string[]) =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title>\n${hrefs.map((href) => `<p><a href="${href}">to ${href}</a>`).join("\n")}\n`;

/** Content of a file, or where a symbolic link leads, by path. */
type Files = Readonly<Record<string, string | Uint8Array | { readonly link: string }>>;

export const PACKAGES: Readonly<Record<string, Files>> = {
  "alpha3-doc": {
    "usr/share/doc/alpha3/html/index.html": page(
      "Alpha",
      ...["library/os.html#environ", "library", "https://beta.example/guide.html", "http://gamma.example/"],
      ...["missing.html", "_images/picture.png", "https://elsewhere.example/", "library/os.html?highlight=os"],
    ),
    "usr/share/doc/alpha3/html/library/index.html": page("Library", "../index.html", "os.html"),
    "usr/share/doc/alpha3/html/library/os.html": page("os", "https://www.beta.example/guide.html"),
    "usr/share/doc/alpha3/html/unlinked.html": page("nobody links here"),
    "usr/share/doc/alpha3/html/robots.txt": "User-agent: *\nDisallow: /\n",
    "usr/share/doc/alpha3/html/_images/picture.png": new Uint8Array([137, 80, 78, 71]),
  },
  "alpha-doc": { "usr/share/doc/alpha-doc/html": { link: "../alpha3/html" } },
  "beta-doc": {
    "usr/share/doc/beta/html/index.html": page("Beta", "guide.html", "a b.html"),
    "usr/share/doc/beta/html/guide.html.gz": gzipSync(
      page(
        "Guide",
        ...["file:///usr/share/doc/alpha-doc/html/library/os.html#environ", "/usr/share/doc/gamma/html/start.html"],
        ...["../../alpha3/html/", "https://docs.alpha.example/2.7/library/os.html", "../../nobody/html/x.html"],
      ),
    ),
    "usr/share/doc/beta/html/a b.html": page("Blank in its name", "https://docs.alpha.example"),
    "usr/share/doc/beta/html/secret.html": { link: "/etc/hostname" },
    "usr/share/doc/beta/html/circle.html": { link: "circle.html" },
  },
  "gamma-doc": {
    "usr/share/doc/gamma/html/start.html": page("Start", "deep/page.html", "copy.html"),
    "usr/share/doc/gamma/html/copy.html": { link: "/usr/share/doc/gamma/html/start.html" },
    "usr/share/doc/gamma/html/deep/page.html": page("Deep", "../../../alpha3/html/library/os.html", "../start.html"),
    "usr/share/doc/gamma/examples/index.htm": page("Examples"),
    "usr/share/doc/gamma/examples/one/index.html": page("An example that no page links to"),
  },
};

/** The same with what is handed on with a web: copyright files, and the package that holds what they point to. */
export const LICENSED: typeof PACKAGES = {
  ...Object.fromEntries(
    Object.entries(PACKAGES).map(([name, files]) => [
      name,
      {
        ...files,
        [`usr/share/doc/${name}/copyright`]: `${name}: Licence: see /usr/share/common-licenses/GPL-2.\n`,
      },
    ]),
  ),
  "base-files": {
    "usr/share/common-licenses/GPL-2": "the text of a licence",
    "usr/share/common-licenses/GPL-3": "the text of another",
    "usr/share/doc/base-files/copyright": "of the package itself",
  },
};

/** Of every file: 2024-02-29 12:00:00 UTC. */
export const WHEN = Date.UTC(2024, 1, 29, 12);

export function unpack(name: string, folder: string, packages = PACKAGES): void {
  for (const [path, content] of Object.entries(packages[name])) {
    const place = join(folder, path);
    mkdirSync(dirname(place), { recursive: true });
    if (typeof content === "object" && "link" in content) symlinkSync(content.link, place);
    else {
      writeFileSync(place, content);
      utimesSync(place, WHEN / 1000, WHEN / 1000);
    }
  }
}

/** In place of Debian's. */
export const madeUpPackages = (packages = PACKAGES): PackageSource => ({
  fetch: async (names) =>
    names.map((name) => ({ name, version: "1.0-1", path: `${name}_1.0-1_all.deb`, bytes: 1000, kept: false })),
  unpack: async ({ name }, folder) => unpack(name, folder, packages),
});

export function madeUpAddresses(): DocAddresses {
  const folder = temporaryFolder();
  for (const name of Object.keys(PACKAGES)) unpack(name, join(folder, name));
  return new DocAddresses(SETS, new FileTree(Object.keys(PACKAGES).map((name) => join(folder, name))));
}

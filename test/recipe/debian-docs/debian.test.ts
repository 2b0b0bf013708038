import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSnapshot } from "../../../src/archive/open-snapshot.js";
import { buildDebianDocs } from "../../../src/recipe/debian-docs/build.js";
import { docSets } from "../../../src/recipe/debian-docs/doc-sets.js";
import { aptPackages, type PackageFile } from "../../../src/recipe/debian-docs/packages.js";
import { temporaryFolder } from "../../crawl/pool/temporary.js";
import { depth } from "../../depth.js";

// Real packages, small ones. Where they cannot be fetched the reason is said once; where CI runs, that is an
// error.

const sets = docSets(depth({ everyday: "mako", prove: "bs4,mako,pymarkdown" }));
const names = sets.flatMap(({ packages }) => packages);
const kept = temporaryFolder();
const files: readonly PackageFile[] = await aptPackages()
  .fetch(names, kept)
  .catch((error: Error) => {
    if (process.env.CI) throw error;
    console.log(`skipped: ${error.message}`);
    return [];
  });

/** Paths of the HTML files that a package lists, as dpkg tells them. */
const listed = (file: PackageFile) =>
  execFileSync("dpkg-deb", ["-c", file.path], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => /^-.* \.\/(\S+\.x?html?(?:\.gz)?)$/.exec(line)?.[1] ?? []);

const contentOf = (file: PackageFile, path: string): Buffer => {
  const archive = execFileSync("dpkg-deb", ["--fsys-tarfile", file.path], { maxBuffer: 2 ** 28 });
  return execFileSync("tar", ["-xO", `./${path}`], { input: archive, maxBuffer: 2 ** 28 });
};

describe.skipIf(files.length === 0)("buildDebianDocs with packages of Debian", () => {
  it("holds the pages that dpkg lists, byte for byte, each at its project's address", async () => {
    const out = join(temporaryFolder(), "web");
    const built = await buildDebianDocs({ sets, out, keepPackages: kept });
    expect(built.downloadBytes).toBe(0); // they were fetched above
    expect(built.packages).toEqual(files.map(({ name, version }) => `${name}=${version}`).sort());
    const inRoots = files.map((file, i) => listed(file).filter((path) => path.startsWith(`${sets[i].root}/`)));
    expect(built.files).toBe(inRoots.flat().length);
    expect(built.hosts).toBe(sets.length);
    const snapshot = await openSnapshot(out);
    const rows = Array.from({ length: snapshot.captures }, (_, row) => row);
    const pages = rows.filter((row) => snapshot.pageOf(row) >= 0);
    expect(pages.length).toBe(built.pages);
    const expected = new Map<string, { readonly file: PackageFile; readonly path: string }>(
      inRoots.flatMap((paths, i) =>
        paths.map((path) => {
          const { root, host, prefix } = sets[i];
          return [
            `https://${host}${prefix}${path.slice(root.length + 1).replace(/(^|\/)index\.html$|\.gz$/, "$1")}`,
            { file: files[i], path },
          ] as const;
        }),
      ),
    );
    for (const row of pages) expect(expected.has(snapshot.capture(row).url), snapshot.capture(row).url).toBe(true);
    expect(built.pages).toBeGreaterThan(0.9 * expected.size); // the rest is linked from nowhere
    for (const url of sets.map(({ host, prefix }) => `https://${host}${prefix}`)) {
      const row = pages.find((each) => snapshot.capture(each).url === url) as number;
      const { file, path } = expected.get(url) as { file: PackageFile; path: string };
      expect(Buffer.from(snapshot.exchange(row).body).equals(contentOf(file, path)), url).toBe(true);
    }
  });
});

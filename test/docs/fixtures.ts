import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { Crawl } from "../../src/fetch/crawl.js";
import { type Site, serve } from "../../src/site/server.js";
import { campus } from "../../src/web/campus/campus.js";
import { whole, wordsOf } from "../cli/whole-program.js";
import { temporaryFolder } from "../crawl/pool/temporary.js";
import { depth } from "../depth.js";
import { PAGES, SERVED } from "./stand-ins.js";

/** Flags whose value is written, not read. */
const OUTPUTS = ["--out", "--order-out", "--figure", "--save", "--write", "--gexf", "--log", ">"];

const LINKS = gzipSync(
  Array.from({ length: depth({ everyday: 3000, prove: 6000 }) }, (_, i) => `${i % 1500} ${(i * i + 7) % 1510}\n`).join(
    "",
  ),
);
const URLS = Array.from(
  { length: depth({ everyday: 1000, prove: 4000 }) },
  (_, i) => `http://h${i % 7}.example/${(i * i) % 997}`,
);

/** A testbed on this machine, and what a user of the examples has on disk: a crawl of it, archives, lists, logs. */
export class Fixtures {
  readonly #masters = temporaryFolder();
  #site: Site | undefined;

  get port(): number {
    return this.#site?.port ?? 0;
  }

  /** Serves a campus, and crawls it once. */
  async open(): Promise<void> {
    this.#site = await serve(campus({ pages: SERVED }), { bytes: 2_000 });
    const crawl = await Crawl.open({
      seeds: ["http://www.campus.example/"],
      out: join(this.#masters, "crawl"),
      contact: "you@example.edu",
      politeness: { delay: 0, factor: 0 },
      resolve: [`*=127.0.0.1:${this.port}`],
      scope: { within: "any" },
    });
    await crawl.run();
    await whole(["export", "crawl", "crawl.wacz"], this.#masters);
  }

  async close(): Promise<void> {
    await this.#site?.close();
  }

  /** Makes in a folder what a line reads and is not there. */
  async provide(line: string, folder: string): Promise<void> {
    const words = wordsOf(line);
    for (const [index, word] of words.entries()) {
      const isWritten = OUTPUTS.includes(words[index - 1]) || (words[1] === "export" && index === 3);
      if (isWritten || existsSync(join(folder, word)) || existsSync(join(folder, dirname(word), "snapshot.json")))
        continue;
      const make = this.#makers.find(([name]) => name.test(word))?.[1];
      if (!make) continue;
      mkdirSync(dirname(join(folder, word)), { recursive: true });
      await make(join(folder, word), folder);
    }
  }

  readonly #crawl = (path: string) => cpSync(join(this.#masters, "crawl"), path, { recursive: true });

  /** As a process leaves it that shared the crawl. */
  readonly #share = (path: string) => {
    this.#crawl(path);
    const manifest = join(path, "snapshot.json");
    const { state, ...others } = JSON.parse(readFileSync(manifest, "utf8"));
    writeFileSync(manifest, JSON.stringify({ ...others, state: { ...state, neighbours: { crawlId: "shared" } } }));
  };

  /** By what a file or folder is called: how it is made. */
  readonly #makers: readonly (readonly [RegExp, (path: string, folder: string) => unknown])[] = [
    [/^(example|site|my-crawl|monday|shared\/p\d)$/, (path) => this.#crawl(path)],
    [
      /^tuesday$/,
      (path, folder) =>
        whole(
          `crawl --recrawl monday --out ${path} --contact you@example.edu --delay 0 --resolve *=127.0.0.1:${this.port}`.split(
            " ",
          ),
          folder,
        ),
    ],
    [/^shared$/, (path) => ["p0", "p1"].map((name) => this.#share(join(path, name)))],
    [/\.warc\.gz$/, (path) => cpSync(join(this.#masters, "crawl/archive/crawl-00000.warc.gz"), path)],
    [/\.wacz$/, (path) => cpSync(join(this.#masters, "crawl.wacz"), path)],
    [/links\.txt\.gz$/, (path) => writeFileSync(path, LINKS)],
    [
      /^crawl\.log\.gz$/,
      (path) =>
        writeFileSync(
          path,
          gzipSync(
            URLS.map(
              (url) => `2021-01-01T00:00:00.000Z 200 10 ${url} L http://h.example/ text/html #001 - - - -\n`,
            ).join(""),
          ),
        ),
    ],
    [/^urls[\w-]*\.gz$/, (path) => writeFileSync(path, gzipSync(URLS.join("\n")))],
    [/^urls\.txt$/, (path) => writeFileSync(path, URLS.join("\n"))],
    [
      /\.u64$/,
      (path) =>
        writeFileSync(
          path,
          new BigUint64Array(depth({ everyday: 10_000, prove: 60_000 })).map(
            (_, i) => BigInt((i * i) % 20_011) * 0x9e3779b97f4a7c15n,
          ),
        ),
    ],
    [/^page\.html$/, (path) => writeFileSync(path, "<a href=/a>a</a>")],
    [/^robots\.txt$/, (path) => writeFileSync(path, "User-agent: *\nDisallow: /private/\n")],
    [/^cases\.jsonl$/, (path) => writeFileSync(path, '{"robots":"","agent":"FooBot","url":"/"}\n')],
    [
      /^(order|topic)\.u32$/,
      (path, folder) =>
        whole(["replay", "campus", "--pages", `${PAGES}`, "--by", "backlink", "--order-out", path], folder),
    ],
    [
      /^access\.(log|tsv)$/,
      (path) =>
        writeFileSync(
          path,
          'www.campus.example 127.0.0.1 - - [01/Jan/2021:00:00:00 +0000] "GET / HTTP/1.1" 200 10 "-" "-"\n',
        ),
    ],
  ];
}

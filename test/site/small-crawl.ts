import { load } from "cheerio";
import { Client } from "undici";
import type { Listening } from "../../src/site/server.js";

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Asks a site for URLs as a crawler does that maps every host to its port: one connection, one request at a time. */
export class Asker {
  readonly #client: Client;

  constructor({ port }: Pick<Listening, "port">) {
    this.#client = new Client(`http://127.0.0.1:${port}`);
  }

  async get(url: string, headers: Readonly<Record<string, string>> = {}, method: "GET" | "HEAD" = "GET"): Promise<Got> {
    const { host, pathname, search } = new URL(url);
    const path = pathname + search;
    const response = await this.#client.request({
      method,
      path,
      headers: { host, "user-agent": "test", ...headers },
    });
    const body = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: response.headers, body };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/**
 * The absolute URLs of the anchors of a page, without fragments, in document order: read by cheerio, resolved by the
 * WHATWG parser.
 */
export function linksIn(html: Buffer, base: string): string[] {
  const $ = load(html.toString("utf8"));
  return $("a[href]")
    .toArray()
    .map((anchor) => {
      const url = new URL($(anchor).attr("href") ?? "", base);
      url.hash = "";
      return url.href;
    });
}

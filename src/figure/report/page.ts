import { createHash } from "node:crypto";
import { escapeXml as escaped } from "../../base/escape-xml.js";
import { shell } from "../page/shell.js";
import { stylesheet } from "./stylesheet.js";

/** Name -> value: version, dataset digests, seeds, options. Nested values are shown as JSON. */
export type Provenance = Readonly<Record<string, unknown>>;

export interface Page {
  readonly title: string;
  /** When it was made, or what it is, in a line; nothing here reads a clock. */
  readonly lead?: string | undefined;
  /** The other pages of a report of several: links, HTML. */
  readonly pages?: readonly string[];
  readonly provenance: Provenance;
  /** What the page runs at its end; without it, no script runs. */
  readonly script?: string;
}

/**
 * One HTML file that needs nothing else; its own security policy forbids it to load anything, or to run a script other
 * than its own.
 *
 * @param contents items of the list of contents, HTML
 * @param main sections, HTML; their headings begin with h2
 */
export function htmlPage(page: Page, contents: readonly string[], main: string): string {
  const { title, lead, pages = [], provenance, script } = page;
  const digest = script && `; script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  return shell({
    title: title,
    policy: `default-src 'none'; style-src 'unsafe-inline'; img-src data:${digest ?? ""}`,
    head: `<style>${stylesheet}</style>`,
    body: `<a class="skip" href="#content">Skip to the content</a>
<header>
${pages.length > 0 ? `<nav class="pages" aria-label="Pages"><ul>\n${listed(pages)}\n</ul></nav>` : ""}
<h1>${escaped(title)}</h1>
${lead ? `<p class="soft">${escaped(lead)}</p>` : ""}
${contents.length > 0 ? `<nav aria-label="Contents"><ul>\n${listed([...contents, '<a href="#provenance">Provenance</a>'])}\n</ul></nav>` : ""}
</header>
<main id="content" tabindex="-1">
${main}
<section aria-labelledby="provenance">
<h2 id="provenance">Provenance</h2>
${provenanceList(provenance)}
</section>
</main>${script ? `\n<script>${script}</script>` : ""}`,
  });
}

const listed = (items: readonly string[]): string => items.map((item) => `<li>${item}</li>`).join("\n");

export const provenanceList = (provenance: Provenance): string =>
  `<dl>
${Object.entries(provenance)
  .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(asText(value))}</dd>`)
  .join("\n")}
</dl>`;

const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

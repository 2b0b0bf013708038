import { escapeXml as escaped } from "../../base/escape-xml.js";
import { shell } from "../page/shell.js";
import { stylesheet } from "./stylesheet.js";

/** Name -> value: version, dataset digests, seeds, options. Nested values are shown as JSON. */
export type Provenance = Readonly<Record<string, unknown>>;

export interface Page {
  readonly title: string;
  /** When it was made, as the reader shall see it; nothing here reads a clock. */
  readonly created?: string | undefined;
  readonly provenance: Provenance;
}

/**
 * One HTML file that needs nothing else; its own security policy forbids it to load anything, or to run a script.
 *
 * @param contents items of the list of contents, HTML
 * @param main sections, HTML; their headings begin with h2
 */
export function htmlPage({ title, created, provenance }: Page, contents: readonly string[], main: string): string {
  return shell({
    title: title,
    policy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    head: `<style>${stylesheet}</style>`,
    body: `<a class="skip" href="#content">Skip to the content</a>
<header>
<h1>${escaped(title)}</h1>
${created ? `<p class="soft">${escaped(created)}</p>` : ""}
<nav aria-label="Contents"><ul>
${contents.map((item) => `<li>${item}</li>`).join("\n")}
<li><a href="#provenance">Provenance</a></li>
</ul></nav>
</header>
<main id="content" tabindex="-1">
${main}
<section aria-labelledby="provenance">
<h2 id="provenance">Provenance</h2>
<dl>
${Object.entries(provenance)
  .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(asText(value))}</dd>`)
  .join("\n")}
</dl>
</section>
</main>`,
  });
}

const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

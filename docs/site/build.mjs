// npm run site [-- --out folder] [--source template]: guides, rendered notebooks and the API as pages that need no
// network.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Application, Converter, PageEvent, ReflectionKind, RendererEvent } from "typedoc";
import { laidOutAsContents } from "./contents-plugin.mjs";
import { withFilter } from "./ledger-filter.mjs";
import { LEDGER } from "./pages.mjs";
import { stage } from "./stage.mjs";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(root, ".crawlbench/site") },
    // "https://HOST/OWNER/crawlbench/blob/v0.1.0/{path}#L{line}": where the sources are published
    source: { type: "string" },
  },
});
const out = resolve(values.out);
const { front, documents } = await stage(root, `${out}-pages`);

const app = await Application.bootstrapWithPlugins({
  options: join(import.meta.dirname, "typedoc.json"),
  basePath: root,
  displayBasePath: root,
  out,
  readme: front,
  projectDocuments: documents,
  ...(values.source && { sourceLinkTemplate: values.source }),
});
laidOutAsContents(app, root);
if (!values.source) app.converter.on(Converter.EVENT_RESOLVE_END, withoutSourceLinks);

// files of the site are called by short names, which are in their addresses; readers see others
app.renderer.on(
  RendererEvent.BEGIN,
  ({ project }) => {
    for (const each of project.getReflectionsByKind(ReflectionKind.Document)) each.name = each.frontmatter.shown;
  },
  1_000, // before the navigation is made
);
app.renderer.on(PageEvent.END, (page) => {
  const isLedger = page.model.name === LEDGER;
  const whole = page.contents && accessible(withOwnIcons(withTrail(page.contents, page.model)));
  page.contents = whole && isLedger ? withFilter(whole) : whole;
});

const project = await app.convert();
if (!project) process.exit(1);
app.validate(project);
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
else console.log(`${join(out, "index.html")}`);

/** The place of a source is told; it leads nowhere as long as no address for it is given. */
function withoutSourceLinks({ project: { reflections } }) {
  for (const { sources = [] } of Object.values(reflections)) for (const source of sources) delete source.url;
}

/** Each page holds the icons, so none need be fetched: a browser refuses that for pages that it opens as files. */
function withOwnIcons(html) {
  return html.replace(/(<use href=")[^"#]*(#icon-)/g, "$1$2");
}

/** Where a page is: the site, for a document its heading in the navigation, and the page. */
function withTrail(html, { frontmatter }) {
  const heading = frontmatter ? `<li>${frontmatter.category}</li>` : "";
  const site = `<li><a href="${/data-base="([^"]*)"/.exec(html)?.[1]}index.html">crawlbench</a></li>`;
  return html.replace('aria-label="Breadcrumb">', `$&${site}${heading}`);
}

/** A wide table scrolls by itself, by keyboard too, and paths in it break; what folds a section away holds no link; a screen reader finds the page itself. */
function accessible(html) {
  return html
    .replace(/<summary.*?<\/summary>/gs, (summary) => summary.replace(/<a [^>]*class="tsd-anchor-icon".*?<\/a>/gs, ""))
    .replace(/<th><\/th>/g, "<td></td>")
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace(
      /(tsd-page-navigation.*?<div class="tsd-accordion-details")>/s,
      '$1 role="navigation" aria-label="On this page">',
    )
    .replace(/<aside (class="tsd-sources".*?)<\/aside>/gs, "<div $1</div>")
    .replace(/<table.*?<\/table>/gs, (table) =>
      table.replace(/<code>[^<]*/g, (code) => code.replace(/\/(?=\w)/g, "/<wbr>")),
    )
    .replace(/<table/g, '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table')
    .replace(/<\/table>/g, "</table></div>");
}

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { Comment, CommentTag, Converter, makeRecursiveVisitor, ReflectionKind, TypeScript } from "typedoc";
import { CATEGORIES } from "./pages.mjs";

/**
 * Lays the API out as src/index.ts does, the table of contents: its comments are the headings. Types that its functions
 * take or return and that it does not name are shown too, below the heading of their file or else of their folder.
 *
 * @param {import("typedoc").Application} app
 * @param {string} root the checkout
 */
export function laidOutAsContents(app, root) {
  const contents = headings(readFileSync(join(root, "src/index.ts"), "utf8"));
  app.options.setValue("categoryOrder", [...CATEGORIES, ...new Set(contents.values())]);
  app.converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    (context) => {
      addMissingTypes(context);
      for (const each of context.project.getReflectionsByKind(ReflectionKind.SomeSignature)) nameOptions(context, each);
      for (const { comment } of Object.values(context.project.reflections)) if (comment) fenceExamples(comment);
      for (const child of context.project.getChildrenByKind(ReflectionKind.SomeExport)) {
        const [declaration] = context.getSymbolFromReflection(child)?.declarations ?? [];
        const file = relative(join(root, "src"), declaration?.getSourceFile().fileName ?? root);
        categorize(child, headingOf(contents, file));
      }
    },
    1_000, // before TypeDoc's own
  );
}

/** Heading by file, "web/web.ts": "API: webs". The first one that names the file. @returns {Map<string, string>} */
export function headings(text) {
  const found = new Map();
  let heading = "";
  for (const line of text.split("\n").slice(1)) {
    const said = /^\/\/ ([^:]+)/.exec(line)?.[1];
    if (said) heading = `API: ${said[0].toLowerCase()}${said.slice(1)}`;
    const file = /from "\.\/(.+)\.js";$/.exec(line)?.[1];
    if (file && !found.has(`${file}.ts`)) found.set(`${file}.ts`, heading);
  }
  return found;
}

const OTHERS = "API: other types";

/** @param {Map<string, string>} contents @param {string} file @returns {string} */
export function headingOf(contents, file) {
  if (contents.has(file)) return contents.get(file);
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
    for (const [each, heading] of contents) if (each.startsWith(`${folder}/`)) return heading;
  }
  return OTHERS;
}

/** Until nothing on the pages names a type of this package that is not there. */
function addMissingTypes(context) {
  const tried = new Set();
  for (let missing = missingTypes(context, tried); missing.length > 0; missing = missingTypes(context, tried)) {
    context.setActiveProgram(context.programs[0]);
    for (const symbol of missing) context.converter.convertSymbol(context.withScope(context.project), symbol);
    context.setActiveProgram(undefined);
    for (const symbol of missing) tried.add(symbol);
  }
}

/** Symbols of types of this package that something on the pages names and that are not on the pages. */
function missingTypes(context, tried) {
  const missing = new Set();
  const visitor = makeRecursiveVisitor({
    reference(type) {
      const { symbolId: id } = type;
      if (type.reflection || !id || id.packageName !== "crawlbench" || type.isIntentionallyBroken()) return;
      const symbol = typeNamed(context.programs, id);
      if (symbol && !tried.has(symbol) && !context.getReflectionFromSymbol(symbol)) missing.add(symbol);
    },
  });
  for (const reflection of Object.values(context.project.reflections)) {
    if (hidden(reflection)) continue;
    const { type, default: usual, extendedTypes = [], implementedTypes = [] } = reflection;
    for (const each of [type, usual, ...extendedTypes, ...implementedTypes]) each?.visit?.(visitor);
  }
  return [...missing];
}

/** Private, or within something private: not on the pages. */
const hidden = (reflection) => reflection?.flags.isPrivate || (reflection?.parent && hidden(reflection.parent));

/** The type of a file that a reference means, exported or not. */
function typeNamed([program], { fileName, qualifiedName }) {
  const source = program.getSourceFile(fileName);
  if (!source) return undefined;
  const checker = program.getTypeChecker();
  const found = checker
    .getSymbolsInScope(source, TypeScript.SymbolFlags.Type | TypeScript.SymbolFlags.Variable)
    .find(({ name, declarations = [] }) => name === qualifiedName && declarations.some(isIn(source)));
  return found && checker.getExportSymbolOfSymbol(found);
}

const isIn = (source) => (declaration) => declaration.getSourceFile() === source;

/** Examples in a docstring are paragraphs of code: "await hotPageCurve(runs)". On the page they are set as code. */
function fenceExamples(comment) {
  for (const part of comment.summary) {
    if (part.kind !== "text") continue;
    part.text = part.text
      .split(/\n{2,}/)
      .map((text) =>
        /^(?:await|const|for await|import|new) [^.]*[(={]/.test(text) ? `\`\`\`ts\n${text}\n\`\`\`` : text,
      )
      .join("\n\n");
  }
}

/** Functions carry their comments in their signatures. */
function categorize(reflection, heading) {
  for (const each of reflection.signatures ?? [reflection]) {
    each.comment ??= new Comment();
    each.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: heading }]));
  }
}

/**
 * An object that a signature takes apart gets a name: the one that the docstring gives it, or else options; and what
 * the docstring calls `@param rate` is its `@param options.rate`.
 */
function nameOptions(context, { parameters = [], comment, parent }) {
  const object = parameters.find(({ name }) => name === "__namedParameters");
  if (!object) return;
  const tags = (comment?.blockTags ?? []).filter(
    ({ tag, name }) => tag === "@param" && !parameters.some((each) => each.name === name),
  );
  const taken = new Set(propertiesTaken(context.getSymbolFromReflection(parent)));
  object.name = tags.find(({ name }) => !taken.has(name))?.name ?? "options";
  for (const tag of tags) if (taken.has(tag.name)) tag.name = `${object.name}.${tag.name}`;
}

/** Names of the properties that the signatures of a function or class take out of objects. */
const propertiesTaken = (symbol) =>
  (symbol?.declarations ?? [])
    .flatMap(({ parameters = [] }) => parameters)
    .flatMap(({ name }) => (TypeScript.isObjectBindingPattern(name) ? name.elements : []))
    .map(({ propertyName, name }) => (propertyName ?? name).getText());

import { join } from "node:path";
import { expect, it } from "vitest";
import { FAMILIES } from "../../src/cli/families.js";
import { optionData } from "../../src/cli/methods.js";
import { caches, changes, importances, models, orderings, refreshers, urldb } from "../../src/index.js";
import { root } from "../cli/command.js";

// docs/methods.md is written from the declarations: npx vitest run test/docs/methods -u

/** Methods that code calls by another name than the command line. */
const IN_CODE: Readonly<Record<string, string>> = {
  "--importance page-rank": "pageRankOf()",
  "--importance location": "importances.locationOf()",
  "--importance authority": 'centrality("authority")',
  "--importance betweenness": 'centrality("betweenness")',
  "--importance closeness": 'centrality("closeness")',
  "--importance eigenvector": 'centrality("eigenvector")',
  "--importance hub": 'centrality("hub")',
  "--importance in-degree": 'centrality("in-degree")',
  "--policies static": "caches.staticCache()",
  "--policies 2q": "caches.twoQ()",
  "--engines memory": "urldb.inMemory",
};

const PREFACE = `# Methods and their options

Every method that a command takes, as it is typed. Options stand behind the name, with colons between; several methods
have commas between:

\`\`\`sh
crawlbench compare campus --pages 1000 --by opic:cash=start-pages:ties=lifo,backlink --model buffer:size=100:flush-by=age
\`\`\`

- Options may be written as in code, \`reorderEvery\`, or with hyphens, \`reorder-every\`. Words may miss their hyphens. Numbers may be percent:
  \`page-rank:damping=85%\`. An option of yes or no may stand alone: \`location:fewer-slashes\`.
- What stands behind a name outranks the flag: \`--ties lifo --by backlink,opic:ties=random\`.
- A name may say one option as labels do: \`ndcg-at-100\` is \`ndcg:at=100\`.
- A comma, a colon or a backslash in a value has a backslash before it.

In code the same are \`orderings.opic({ cash: "start-pages", ties: "lifo" })\` and \`models.buffer({ size: 100, flushBy: "age" })\`. In a
terminal, \`crawlbench methods opic\` tells what stands here. In code a name has no hyphens, \`orderings.breadthFirst\`, and these have another:

| here | in code |
|---|---|
${Object.entries(IN_CODE)
  .map(([name, code]) => `| \`${name}\` | \`${code}\` |`)
  .join("\n")}
`;

const cell = (value: unknown) => String(value).replaceAll("|", "\\|");

function tableOf({ all, flag, commands, besides, methods, shown = {} }: (typeof FAMILIES)[number]): string {
  const rows = methods.flatMap(({ name, source, topical, declared }) => [
    [`**\`${shown[name] ?? name}\`**`, "", "", "", `${source}${topical ? "; takes `--query`" : ""}`],
    ...Object.entries(declared)
      .map(optionData)
      .map((rule) => {
        const usual = rule.default === undefined || rule.default === "" ? "none" : rule.default;
        return ["", `\`${rule.option}\``, rule.takes, usual, rule.says];
      }),
  ]);
  const lines = rows.map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  const title = all[0].toUpperCase() + all.slice(1);
  const quoted = commands.split(", ").map((name) => `\`${name}\``);
  const more = besides?.replaceAll(/--[a-z-]+|crawl$/g, "`$&`");
  const taken = [`\`${flag}\` of ${quoted.join(", ")}`, more].filter(Boolean).join("; ");
  const head =
    "| method | option | takes | default | where it is from; what the option decides |\n|---|---|---|---|---|";
  return `## ${title}\n\n${taken}.\n\n${head}\n${lines.join("\n")}\n`;
}

it("docs/methods.md tells every method and every option as declared", async () => {
  const text = [PREFACE, ...FAMILIES.map(tableOf)].join("\n");
  await expect(text).toMatchFileSnapshot(join(root, "docs/methods.md"));
});

it("docs/methods.md names what code calls otherwise", () => {
  const written = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const inCode: Record<string, object> = {
    orderings,
    importances,
    models,
    caches,
    refreshers,
    changes,
    engines: urldb,
  };
  const others = FAMILIES.flatMap(({ all, flag, methods, shown = {} }) => {
    const names = methods.map(({ name }) => shown[name] ?? name);
    return names.filter((name) => !(written(name) in inCode[all])).map((name) => `${flag} ${name}`);
  });
  expect(others.sort()).toEqual(Object.keys(IN_CODE).sort());
});

import { groupedBy } from "../../base/grouped-by.js";
import type { Declared } from "../../base/method.js";
import { type Exported, exportsOf } from "../../base/methods-in.js";
import type { UrlDatabaseEngine } from "../../urldb/engine.js";
import type { Listed, MethodFamily } from "../typed-method.js";

type Maker = ((chosen: object) => UrlDatabaseEngine) & { readonly declared: Declared };

/** Left out: on a server that is shared, what is measured would stay. */
const SHARED = "server";

const isEngine = (value: unknown): value is UrlDatabaseEngine => Object.hasOwn(value as object, "durable");
const isMaker = (value: unknown): value is Maker => Object.hasOwn(value as object, "declared");

/** The engine of a file, and what makes it with other options, where it has some. */
function listedEngine(exported: readonly Exported[]): Listed<UrlDatabaseEngine>[] {
  const [{ file: name }] = exported;
  const values = exported.map(({ value }) => value);
  const [engine, make] = [values.find(isEngine), values.find(isMaker)];
  const declared = Object.entries(make?.declared ?? {}).filter(([option]) => option !== SHARED);
  if (engine === undefined) return [];
  return [
    {
      name,
      source: engine.source,
      declared: Object.fromEntries(declared),
      topical: false,
      make: make ?? (() => engine),
    },
  ];
}

const exported = await Promise.all(["urldb/engine", "experiment/dorosz/peer"].map(exportsOf));

/** URL databases: our own, and the peers of the paper. */
export const engines: MethodFamily<UrlDatabaseEngine> = {
  one: "engine",
  all: "engines",
  flag: "--engines",
  methods: groupedBy(exported.flat(), ({ file }) => file).flatMap(listedEngine),
  short: {
    memory: { name: "in-memory", options: {} },
    "postgres-copy": { name: "postgres", options: { insert: "copy" } },
    "postgres-unnest": { name: "postgres", options: { insert: "unnest" } },
    "postgres-insert": { name: "postgres", options: { insert: "one by one" } },
  },
  shown: { "in-memory": "memory" },
};

import { types } from "node:util";
import { isMethod, shown } from "../error.js";
import { type Declared, type OptionRule, takenBy } from "../method.js";
import { textTable } from "../rows/text-table.js";
import { wrapped } from "../rows/width.js";
import type { Face } from "./face.js";

/** A face, and the same as text. */
export interface MethodFace {
  readonly face: Face;
  readonly text: string;
}

/**
 * What a person sees who types the name of a method, `orderings.backlink`, or of a namespace, `orderings`: each option
 * with its meaning, range and default; each method with its source. Undefined for any other value.
 */
export function methodFace(value: unknown): MethodFace | undefined {
  if (types.isModuleNamespaceObject(value)) return namespaceFace(Object.entries(value as object));
  return isDeclared(value) ? optionsFace(value) : undefined;
}

interface DeclaredMethod {
  readonly name: string;
  readonly declared: Declared;
  readonly source?: string;
  /** What a call gives before its options. */
  readonly takes?: string;
}

const isDeclared = (value: unknown): value is DeclaredMethod =>
  typeof value === "function" && Object.hasOwn(value, "declared");

function optionsFace(method: DeclaredMethod): MethodFace {
  const { name, source, declared, takes: first } = method;
  const title = isMethod(method) ? `${name}, ${method.kind}` : first ? `${name}(${first}, options)` : name;
  const say = [title, source].filter(Boolean).join(": ");
  const told = Object.entries(declared).map(([option, rule]) => ({ option, says: rule.says, takes: takenBy(rule) }));
  const items = told.map(({ option, says, takes }) => ({ mark: option, color: INK, text: says, more: takes }));
  const notes = told.length === 0 ? ["It has no options."] : [];
  const lines = told.flatMap(({ option, says, takes }) => [
    ...wrapped(`${option}: ${says}`, "  ", "    "),
    ...wrapped(takes, "    "),
  ]);
  return { face: { say, items, notes }, text: [...wrapped(say, ""), ...lines, ...notes].join("\n") };
}

const INK = "#1f5fa8";

function namespaceFace(members: readonly (readonly [string, unknown])[]): MethodFace {
  const rows = members.flatMap(([name, value]) =>
    isMethod(value) && isDeclared(value)
      ? [{ method: name, source: value.source, options: Object.entries(value.declared).map(usual).join(", ") }]
      : [],
  );
  const others = members.map(([name]) => name).filter((name) => !rows.some(({ method }) => method === name));
  const notes = [
    ...(rows.length > 0 ? ["Type the name of a method for what its options mean."] : []),
    ...(others.length > 0 ? [`${rows.length > 0 ? "Besides: " : ""}${others.join(", ")}`] : []),
  ];
  const table = rows.length > 0 ? [textTable(rows, { limit: rows.length })] : [];
  return {
    face: { tables: [{ rows }], notes },
    text: [...table, ...notes.flatMap((note) => wrapped(note, "", "  "))].join("\n"),
  };
}

const usual = ([name, rule]: [string, OptionRule]): string =>
  rule.default === undefined ? name : `${name} ${shown(rule.default)}`;

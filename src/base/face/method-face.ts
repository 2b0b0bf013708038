import { types } from "node:util";
import { isMethod, shown } from "../error.js";
import { type Declared, type OptionRule, takenBy } from "../method.js";
import type { Face } from "./face.js";

/**
 * What a person sees who types the name of a method, `orderings.backlink`, or of a namespace, `orderings`: each option
 * with its meaning, range and default; each method with its source. Undefined for any other value.
 */
export function methodFace(value: unknown): Face | undefined {
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

function optionsFace(method: DeclaredMethod): Face {
  const { name, source, declared, takes: first } = method;
  const title = isMethod(method) ? `${name}, ${method.kind}` : first ? `${name}(${first}, options)` : name;
  const say = [title, source].filter(Boolean).join(": ");
  const items = Object.entries(declared).map(([option, rule]) => {
    return { mark: option, color: INK, text: rule.says, more: takenBy(rule) };
  });
  return { say, items, notes: items.length === 0 ? ["It has no options."] : [] };
}

const INK = "#1f5fa8";

function namespaceFace(members: readonly (readonly [string, unknown])[]): Face {
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
  return { tables: [{ rows }], notes };
}

const usual = ([name, rule]: [string, OptionRule]): string =>
  rule.default === undefined ? name : `${name} ${shown(rule.default)}`;

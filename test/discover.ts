import { fileURLToPath } from "node:url";
import type { Declared } from "../src/base/method.js";
import { type Exported, exportsOf } from "../src/base/methods-in.js";

export { type Exported, exportsOf };

/** src/ */
export const sourceFolder = fileURLToPath(new URL("../src", import.meta.url));

/** The methods of a folder, with their files: exports that say of what kind they are. */
export async function methodsOf<M>(folder: string): Promise<(Exported & { readonly value: M })[]> {
  const isMethod = ({ value }: Exported) => typeof (value as { kind?: string } | undefined)?.kind === "string";
  return (await exportsOf(folder)).filter(isMethod) as (Exported & { readonly value: M })[];
}

/**
 * A method as it is, and with every value that the declarations of its options have a contract try, one option at a
 * time: none can be forgotten. Each label once.
 */
export function variantsOf<M extends { readonly label: string }>(
  family: M & ((chosen: Record<string, unknown>) => M) & { readonly declared: Declared },
): M[] {
  const chosen = Object.entries(family.declared).flatMap(([option, { samples, apart }]) => {
    if (samples.length === 0 && !apart)
      throw new Error(`${family.label}: ${option} has no samples for contracts to try`);
    return samples.map((value) => family({ [option]: value }));
  });
  return [...new Map([family as M, ...chosen].map((method) => [method.label, method])).values()];
}

/**
 * A method for a topic with every value that the declarations of its options have a contract try, each beside the first
 * of some choices that it goes with; each label once.
 *
 * @throws Error for a value that goes with none of the choices
 */
export function topicVariantsOf<M extends { readonly label: string }>(
  family: ((query: string, chosen: object) => M) & { readonly declared: Declared },
  choices: readonly object[],
): M[] {
  const taken = (chosen: object) => {
    try {
      return [family("topic", chosen)];
    } catch {
      return [];
    }
  };
  const each = Object.entries(family.declared).flatMap(([option, { samples }]) =>
    samples.map((value) => {
      const [first] = choices.flatMap((beside) => taken({ ...beside, [option]: value }));
      if (first === undefined) throw new Error(`${option} ${value} goes with none of the choices: add one`);
      return first;
    }),
  );
  const all = [...choices.map((beside) => family("topic", beside)), ...each];
  return [...new Map(all.map((method) => [method.label, method])).values()];
}

/** "breadth-first" -> "breadthFirst" */
export const camelCase = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

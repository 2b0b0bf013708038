import { readdirSync } from "node:fs";
import type { ChangeFamily } from "./change-model.js";
import type { RefreshFamily } from "./refresh-policy.js";

/** Every policy of the library, by name; found by listing its folder, nothing is registered. */
export const refreshPolicies = (): Promise<RefreshFamily<object>[]> =>
  methodsOf("refresh", "policy", (file) => import(/* @vite-ignore */ `./policy/${file}`));

/** Every model of change of the library, by name; found by listing its folder. */
export const changeModels = (): Promise<ChangeFamily<object>[]> =>
  methodsOf("change", "change", (file) => import(/* @vite-ignore */ `./change/${file}`));

async function methodsOf<F extends { readonly kind: string; readonly name: string }>(
  kind: F["kind"],
  folder: string,
  load: (file: string) => Promise<object>,
): Promise<F[]> {
  const files = readdirSync(new URL(`./${folder}/`, import.meta.url)).filter((name) =>
    /^[a-z0-9-]+\.[jt]s$/.test(name),
  );
  const modules = await Promise.all(files.map(load));
  return modules
    .flatMap((module) => Object.values(module) as F[])
    .filter((value) => value?.kind === kind)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

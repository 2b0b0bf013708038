import type { OrderingMethod } from "../ordering/ordering.js";

/**
 * Makes an ordering of the library from its name and options, as another thread must: backlink -> the export `backlink` of
 * ordering/backlink.js, for files are named by their method.
 *
 * @returns undefined when the library has no such ordering
 */
export async function methodOf({
  name,
  options,
}: Pick<OrderingMethod, "name" | "options">): Promise<OrderingMethod | undefined> {
  const exported = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  try {
    const module = (await import(`../ordering/${name}.js`)) as Record<string, (options: object) => OrderingMethod>;
    return module[exported](options);
  } catch {
    return undefined;
  }
}

/** True when `methodOf` makes the same ordering as `method`, and it needs nothing but links. */
export async function isPortable(method: OrderingMethod): Promise<boolean> {
  if (method.code !== undefined || method.offline || method.needs.some((need) => need !== "links")) return false;
  const made = await methodOf(method);
  return made?.label === method.label && made.source === method.source && String(made.create) === String(method.create);
}

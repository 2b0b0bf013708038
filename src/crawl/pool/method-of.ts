import type { OrderingMethod } from "../../ordering/ordering.js";

/** An ordering as plain data, from which another thread makes the same. */
export interface MethodSpec {
  readonly name: string;
  readonly options: object;
  readonly inner?: MethodSpec;
}

export const specOf = ({ name, options, inner }: OrderingMethod): MethodSpec => ({
  name,
  options,
  ...(inner && { inner: specOf(inner) }),
});

/**
 * Makes an ordering of the library from its name and options, as another thread must: backlink -> the export `backlink`
 * of ordering/backlink.js, for files are named by their method.
 *
 * @returns undefined when the library has no such ordering
 */
export async function methodOf({ name, options, inner }: MethodSpec): Promise<OrderingMethod | undefined> {
  if (!/^[a-z0-9-]+$/.test(name)) return undefined; // no file of that folder
  const exported = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  try {
    const module = (await import(`../../ordering/${name}.js`)) as Record<
      string,
      (...choices: object[]) => OrderingMethod
    >;
    if (inner === undefined) return module[exported](options);
    const made = await methodOf(inner);
    return made && module[exported](made, options);
  } catch {
    return undefined;
  }
}

/** True when `methodOf` makes the same ordering as `method`, and it needs nothing but links. */
export async function isPortable(method: OrderingMethod): Promise<boolean> {
  if (method.code !== undefined || method.offline || method.needs.some((need) => need !== "links")) return false;
  if (method.inner && !(await isPortable(method.inner))) return false;
  const made = await methodOf(specOf(method));
  return made?.label === method.label && made.source === method.source && String(made.create) === String(method.create);
}

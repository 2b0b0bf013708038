import { createRequire } from "node:module";

/** Sends one output to the notebook; tslab's signature. */
type WriteDisplayData = (
  content: { readonly data: object; readonly metadata: object; readonly transient: object },
  update: boolean,
) => void;

const { cache } = createRequire(import.meta.url);

/**
 * The writer of the tslab kernel that runs this process. tslab keeps it in a variable of its module `dist/jupyter.js`
 * from the first cell on. That module is looked up among those loaded, never loaded: a second copy, or the first one
 * outside a kernel, would have no writer.
 */
function writer(): WriteDisplayData | undefined {
  for (const path of Object.keys(cache)) {
    if (!/[\\/]tslab[\\/]dist[\\/]jupyter\.js$/.test(path)) continue;
    const write: unknown = cache[path]?.exports?.lastWriteDisplayData;
    if (typeof write === "function") return write as WriteDisplayData;
  }
  return undefined;
}

/** Whether a tslab kernel, or a runner that stands in for one, is executing cells in this process. */
export const inNotebook = (): boolean => writer() !== undefined;

/**
 * Shows one output in several forms, of which the front end picks the richest it knows. Send no "image/svg+xml":
 * nbconvert 6.5 prefers it to PNG and then strips its shapes.
 *
 * @param data MIME type -> content: text as a string, JSON as an object, bytes as Uint8Array (sent in base64)
 * @param metadata MIME type -> hints, such as the width in pixels at which a PNG of higher resolution is shown
 * @param replacing `id` names the output; with `update` it takes the place of that which had the name before
 * @returns false, and nothing is shown, outside a notebook
 */
export function displayBundle(
  data: Readonly<Record<string, unknown>>,
  metadata: Readonly<Record<string, object>> = {},
  replacing: { readonly id?: string; readonly update?: boolean } = {},
): boolean {
  const { id, update = false } = replacing;
  const write = writer();
  if (!write) return false;
  const encoded = Object.entries(data).map(([type, content]) => [
    type,
    content instanceof Uint8Array ? Buffer.from(content).toString("base64") : content,
  ]);
  write({ data: Object.fromEntries(encoded), metadata, transient: id === undefined ? {} : { display_id: id } }, update);
  return true;
}

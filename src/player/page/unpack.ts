import type { PackedArray } from "../pack.js";

/**
 * What `pack` packed. A closed function: the page carries its source text, so it uses nothing from outside of itself.
 *
 * @throws TypeError where the browser cannot inflate, or the text is none of `pack`'s
 */
export async function unpack(text: string): Promise<unknown> {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = await new Response(inflated).arrayBuffer();
  const view = new DataView(bytes);
  const length = view.getUint32(0, true);
  const first = 4 + 4 * Math.ceil(length / 4);
  const read = ([type, offset, count]: PackedArray) => {
    if (type === "Uint8") return new Uint8Array(bytes, first + offset, count);
    const at = (index: number) => first + offset + 4 * index;
    if (type === "Uint32") return Uint32Array.from({ length: count }, (_, index) => view.getUint32(at(index), true));
    return Float32Array.from({ length: count }, (_, index) => view.getFloat32(at(index), true));
  };
  return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length)), (_key, value: unknown) => {
    const { packed } = (value ?? {}) as { readonly packed?: PackedArray };
    return Array.isArray(packed) ? read(packed) : value;
  });
}

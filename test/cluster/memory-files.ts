import type { SmallFiles } from "../../src/base/file/small-files.js";

/** Small files in memory. */
export function memoryFiles(files = new Map<string, Buffer>()): SmallFiles {
  return {
    read: (name) => files.get(name),
    names: () => [...files.keys()],
    replace: async (name, bytes) => void files.set(name, Buffer.from(bytes)),
    append: async (name, bytes) => void files.set(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), bytes])),
    delete: async (name) => void files.delete(name),
  };
}

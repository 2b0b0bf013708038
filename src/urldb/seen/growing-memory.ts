import { problem } from "../../base/error.js";
/** Memory that grows in place. */
export interface GrowingMemory {
  /** Its bytes; another buffer after each growth, which detaches this one. */
  readonly buffer: ArrayBuffer;
  /** Grows by so many times 64 KiB. @throws "option" when that is more than 4 GiB, or more than there is */
  grow(by: number): void;
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(by: number): number;
}

const { Memory } = (
  globalThis as unknown as {
    WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => WebAssemblyMemory };
  }
).WebAssembly;

/**
 * Memory of up to 4 GiB that grows by 64 KiB in place, without a copy: the one buffer in JavaScript that does so at
 * full speed (arrays over a resizable ArrayBuffer read at half of it, on Node 20). It counts as `external` in
 * process.memoryUsage().
 *
 * @param what stands in memory, for the message
 */
export function growingMemory(what: string): GrowingMemory {
  const memory = new Memory({ initial: 1, maximum: 65_536 });
  return {
    get buffer() {
      return memory.buffer;
    },
    grow(by) {
      try {
        memory.grow(by);
      } catch (cause) {
        const size = Math.round(memory.buffer.byteLength / 2 ** 20);
        const tooLarge = problem.option({ cause });
        throw tooLarge`${what} of ${size} MiB cannot grow: at most 4096 MiB; divide the URLs among several, by host`;
      }
    },
  };
}

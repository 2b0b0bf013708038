import { inNotebook } from "./display.js";

let controller: AbortController | undefined;

/**
 * What stops long work in a notebook: it is aborted when Jupyter interrupts the kernel, by ■ or "Interrupt". The kernel
 * itself stops waiting for the cell then, and no more.
 *
 * @returns undefined outside a notebook, where Ctrl-C ends the process
 */
export function cellSignal(): AbortSignal | undefined {
  if (!inNotebook()) return undefined;
  queueMicrotask(listen);
  controller ??= new AbortController();
  return controller.signal;
}

/**
 * Not at once: until its first await, Node runs a cell with a handler of its own. When it takes that away, it takes one
 * that came meanwhile, too, and the interrupt would end the kernel.
 */
function listen(): void {
  if (!process.listeners("SIGINT").includes(interrupt)) process.on("SIGINT", interrupt);
}

/** Stops what runs; what begins from now on is not stopped by it. */
function interrupt(): void {
  controller?.abort();
  controller = new AbortController();
}

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
  if (!controller) process.on("SIGINT", interrupt);
  controller ??= new AbortController();
  return controller.signal;
}

/** Stops what runs; what begins from now on is not stopped by it. */
function interrupt(): void {
  controller?.abort();
  controller = new AbortController();
}

import { createRequire } from "node:module";

/** tslab's own module: in a kernel this very instance holds the writer. */
const jupyter = createRequire(import.meta.url)("tslab/dist/jupyter.js") as { lastWriteDisplayData: unknown };

/** One output, or what takes its place. */
export interface Shown {
  readonly data: Readonly<Record<string, unknown>>;
  readonly metadata?: object;
  readonly id: string | undefined;
  readonly update: boolean;
}

/** Does something as a cell of a notebook does it. @param work gets what the cell shows, as it comes */
export async function inCell(work: (shown: Shown[]) => Promise<void>): Promise<void> {
  const shown: Shown[] = [];
  jupyter.lastWriteDisplayData = (
    { data, metadata, transient }: { data: Shown["data"]; metadata: object; transient: { display_id?: string } },
    update: boolean,
  ) => shown.push({ data, metadata, id: transient.display_id, update });
  try {
    await work(shown);
  } finally {
    jupyter.lastWriteDisplayData = null;
  }
}

/** What Jupyter's interrupt, ■, does to the work that a cell has begun: it stands for the signal, which vitest hears, too. */
export function pressStop(): void {
  for (const listener of process.listeners("SIGINT")) if (listener.name === "interrupt") listener("SIGINT");
}

import { type DisplayOutput, type Output, splitLines } from "./notebook.js";

/** MIME types that notebook files hold line by line; any other content stays as it is (nbformat 5, v4/rwbase.py). */
const heldByLine = (mime: string): boolean =>
  mime.startsWith("text/") || mime === "application/javascript" || mime === "image/svg+xml";

const bundle = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([mime, content]) => [
      mime,
      typeof content === "string" && heldByLine(mime) ? splitLines(content) : content,
    ]),
  );

/**
 * Gathers what cells show, in the shape of notebook files. Neighbouring prints to one stream are one output; an update
 * replaces the display of its id, in whichever cell that stands, and an update of an unknown id shows nothing, as in
 * Jupyter.
 */
export class Outputs {
  readonly #displays = new Map<string, DisplayOutput>();

  /** Adds printed text to a cell's outputs. */
  print(outputs: Output[], name: "stdout" | "stderr", text: string): void {
    const last = outputs.at(-1);
    if (last?.output_type !== "stream" || last.name !== name) {
      if (text !== "") outputs.push({ output_type: "stream", name, text: splitLines(text) });
      return;
    }
    const open = last.text.at(-1)?.endsWith("\n") ? "" : (last.text.pop() ?? "");
    last.text.push(...splitLines(open + text));
  }

  /** Adds something shown; `id` makes it replaceable. */
  display(outputs: Output[], data: Record<string, unknown>, metadata: Record<string, unknown>, id?: string): void {
    const output: DisplayOutput = { output_type: "display_data", data: bundle(data), metadata };
    if (id !== undefined) this.#displays.set(id, output);
    outputs.push(output);
  }

  /** Replaces what `display` showed under `id`. */
  update(data: Record<string, unknown>, metadata: Record<string, unknown>, id: string): void {
    const output = this.#displays.get(id);
    if (output) Object.assign(output, { data: bundle(data), metadata });
  }
}

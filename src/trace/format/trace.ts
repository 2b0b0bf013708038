import { MAGIC } from "../file/block-head.js";
import { readTraceFile } from "../file/read-trace-file.js";
import type { TraceFormat } from "./trace-format.js";

/** What `writeTraceFile` wrote. */
export const trace: TraceFormat = {
  kind: "trace-format",
  name: "trace",
  title: "crawlbench's own",
  sniff: (head) => head.length >= 4 && new DataView(head.buffer, head.byteOffset).getUint32(0, true) === MAGIC,
  lacks(head) {
    const found = JSON.stringify(Buffer.from(head.subarray(0, 4)).toString("latin1"));
    return trace.sniff(head, "")
      ? undefined
      : `no trace file of crawlbench: expected it to begin with "CBTR", found ${found}`;
  },
  async read(source, { name, mostUrls }) {
    const read = await readTraceFile(source.bytes, source.path, mostUrls);
    return { ...read, name: name ?? source.name };
  },
};

import { workerData } from "node:worker_threads";
import { dataOf } from "../../base/error.js";
import type { Place } from "../capture.js";
import {
  type AsideAnswer,
  type AsideCall,
  type AsideData,
  type AsideQuestion,
  PIECE_BYTES,
  PIECES,
} from "./warc-aside.js";
import { WarcWriter } from "./warc-writer.js";

// The thread of WarcAside: writes what it is handed, and says where it stands.
const { folder, options, at, port, pieces, written }: AsideData = workerData;
const bodies = new Uint8Array(pieces);
let writer: WarcWriter | undefined;
let hasFailed = false;

const say = (answer: AsideAnswer): void => port.postMessage(answer);

function attempt(work: () => void): void {
  if (hasFailed) return; // a file that lacks something in its midst is not gone on with
  try {
    work();
  } catch (error) {
    failed(error);
  }
}

function failed(error: unknown): void {
  hasFailed = true;
  say({ error: dataOf(error) });
}

function write(to: WarcWriter, piece: number, call: AsideCall): Place {
  const body = call.large ?? bodies.subarray(piece * PIECE_BYTES + call.from, piece * PIECE_BYTES + call.to);
  return to.write({ ...call.exchange, body }, Buffer.from(call.digest, "latin1"), call.origin, call.original);
}

attempt(() => {
  writer = WarcWriter.open(folder, options, at);
});
port.on("message", (question: AsideQuestion) => {
  const to = writer;
  if ("sync" in question) {
    if (!hasFailed) to?.sync().then(() => say({ synced: true }), failed);
    return;
  }
  attempt(() => {
    if (!to) return;
    const places = question.calls.map((call) => write(to, question.batch % PIECES, call));
    to.drain();
    say({ places, files: [...to.files], position: to.position });
  });
  Atomics.add(written, 0, 1);
  Atomics.notify(written, 0);
});

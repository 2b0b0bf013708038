import { createReadStream } from "node:fs";
import { problem } from "../base/error.js";
import { unpackWhole } from "../base/file/unpack.js";

/** The bytes of a file, piece by piece; "-" is standard input. @throws "input" */
async function* readInput(path: string): AsyncGenerator<Buffer> {
  const stream = path === "-" ? process.stdin : createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    for await (const piece of stream) yield piece;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw problem.input`no file ${path}. Name one that is there, or - for standard input`;
    throw problem.input`cannot read ${path}: ${message}. Name a file, or - for standard input`;
  }
}

/** All bytes of a file, unpacked if they were gzip or zstd; "-" is standard input. @throws "input" */
export async function readWhole(path: string): Promise<Buffer> {
  const wrong = (why: string) => problem.input`cannot unpack ${inputName(path)}: ${why}. Take the file from a copy`;
  const { bytes } = await unpackWhole(readInput(path), wrong, wrong);
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece.slice());
  return Buffer.concat(pieces);
}

/** How messages name an input. */
export const inputName = (path: string): string => (path === "-" ? "standard input" : path);

const LF = 0x0a;

/**
 * Prints one line per line of a file, which may be larger than memory: what `answer` makes of it. Lines end in LF or CR
 * LF; a byte order mark at the beginning is passed over. What was answered is printed, too, when `answer` throws.
 *
 * @param number of the line, from 1
 */
export async function answerLines(path: string, answer: (line: string, number: number) => string): Promise<void> {
  let number = 0;
  let answers = "";
  const take = (text: string) => {
    for (const line of text.split("\n")) {
      number++;
      const bare = number === 1 && line.startsWith("\ufeff") ? line.slice(1) : line;
      answers += `${answer(bare.endsWith("\r") ? bare.slice(0, -1) : bare, number)}\n`;
    }
  };
  const flush = async () => {
    const whole = answers;
    answers = "";
    if (whole !== "" && !process.stdout.write(whole))
      await new Promise<void>((settle) => process.stdout.once("drain", settle));
  };
  let pending: Buffer[] = [];
  try {
    for await (const piece of readInput(path)) {
      const end = piece.lastIndexOf(LF);
      if (end < 0) {
        pending.push(piece);
        continue;
      }
      const text = Buffer.concat([...pending, piece.subarray(0, end)]).toString();
      pending = [piece.subarray(end + 1)];
      take(text);
      await flush();
    }
    const rest = Buffer.concat(pending);
    if (rest.length > 0) take(rest.toString());
  } finally {
    await flush();
  }
}

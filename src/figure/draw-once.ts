import { createHash } from "node:crypto";
import { serialize } from "node:v8";
import { codeDigest } from "../base/code-digest.js";
import { type Drawn, drawNow, rasterizer, type VegaLiteSpec } from "./draw.js";
import { fontVersion } from "./font-file.js";

/** A picture that was drawn; as PNG, too, where that was asked for. */
export interface KeptPicture {
  readonly svg: string;
  readonly warnings: readonly string[];
  png?: Uint8Array;
}

/** Pictures by a digest of all that they depend on: spec, words, fonts, the code that draws, and its runtime. */
export type KeptPictures = Map<string, KeptPicture>;

let pictures: { readonly before: KeptPictures; readonly now: KeptPictures } | undefined;

/**
 * Does work that draws, and takes what was drawn from the same before.
 *
 * @param before what an earlier work left; it is not changed
 * @returns what the work returned, and all pictures that it drew or took
 */
export async function drawingOnce<T>(
  before: KeptPictures,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly pictures: KeptPictures }> {
  const outer = pictures;
  const now: KeptPictures = new Map();
  pictures = { before, now };
  try {
    return { result: await work(), pictures: now };
  } finally {
    pictures = outer;
  }
}

/** `drawNow`, but for what was drawn before inside of `drawingOnce`. */
export async function draw(spec: VegaLiteSpec, title: string, description = ""): Promise<Drawn> {
  if (pictures === undefined) return drawNow(spec, title, description);
  const { before, now } = pictures;
  const key = createHash("sha256")
    .update(drawer())
    .update(serialize([spec, title, description]))
    .digest("hex");
  const known = now.get(key) ?? before.get(key);
  const picture: KeptPicture = known ? { ...known } : await drawNow(spec, title, description).then(kept);
  now.set(key, picture);
  const rasterized = await rasterizer();
  const { svg, warnings } = picture;
  return { svg, warnings, png: () => (picture.png ??= rasterized(svg)) };
}

const kept = ({ svg, warnings }: Drawn): KeptPicture => ({ svg, warnings });

/** What draws: its code, its fonts, and the runtime, whose zlib packs PNG. */
const drawer = (): string => [codeDigest(import.meta.url), fontVersion(), process.version].join(" ");

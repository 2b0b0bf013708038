import { inspect } from "node:util";
import { displayBundle, inNotebook } from "../display.js";
import { type Face, faceHtml } from "./face.js";
import { faceText } from "./face-text.js";

/**
 * What a person asked for: it shows itself as the last line of a cell, in HTML, and anywhere else as text of at most 110
 * columns. A notebook keeps both, so that it can be read where no HTML is shown.
 */
export abstract class Result {
  abstract toString(): string;

  /** What a notebook shows. */
  abstract face(): Face;

  [inspect.custom](depth: number | null, options: Inspecting): string {
    return shown(this, depth, options, (result) => result.face(), String);
  }
}

/** How deep Node prints: inside another object, less than asked for. */
export interface Inspecting {
  readonly depth?: number | null;
}

function shown<T extends object>(
  value: T,
  depth: number | null,
  options: Inspecting,
  face: (value: T) => Face,
  text: (value: T) => string,
): string {
  if (depth !== options.depth) return text(value);
  return showFace(face(value), text(value)) ? "" : text(value);
}

/** Shows a face in a notebook, and keeps its text beside it. @returns false, having shown nothing, outside of one */
export const showFace = (face: Face, text: string): boolean =>
  inNotebook() && displayBundle({ "text/html": faceHtml(face), "text/plain": text });

/**
 * Lets objects show themselves as a `Result` does. What it returns gives the same object back.
 *
 * @param text where no HTML is shown; default: what the face says
 * @param inCopies so do copies with other fields, `{ ...value, name }`
 */
export function showing<T extends object>(
  face: (value: T) => Face,
  text: (value: T) => string = (value) => faceText(face(value)),
  { inCopies = false } = {},
): <V extends T>(value: V) => V {
  function custom(this: T, depth: number | null, options: Inspecting) {
    return shown(this, depth, options, face, text);
  }
  return (value) => Object.defineProperty(value, inspect.custom, { value: custom, enumerable: inCopies });
}

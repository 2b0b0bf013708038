import type { Observation } from "../observation.js";

/** Is nothing under way any more, and what is shown final? A closed function, see `formats`. */
export const isOver = ({ state }: Observation["status"]): boolean => state === "done" || state === "stopped";

import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** Path of a font that figures are drawn in. */
export const fontFile = (name: "DejaVuSans" | "DejaVuSans-Bold"): string => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

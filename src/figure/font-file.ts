import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Path of a font that figures are drawn in. */
export const fontFile = (name: "DejaVuSans" | "DejaVuSans-Bold"): string =>
  require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

/** Version of the fonts: what a picture was drawn in. */
export const fontVersion = (): string => (require("dejavu-fonts-ttf/package.json") as { version: string }).version;

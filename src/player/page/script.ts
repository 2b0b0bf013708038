import { cells } from "./cells.js";
import { curves } from "./curves.js";
import { gridPath } from "./grid-path.js";
import { maps } from "./maps.js";
import { marks } from "./marks.js";
import { playback } from "./playback.js";
import { scenes } from "./scenes.js";
import { stage } from "./stage.js";
import { tables } from "./tables.js";
import { unpack } from "./unpack.js";

/**
 * The script of the page: the source texts of closed functions, and the few lines that put them together. So what the
 * browser runs is what the compiler has checked and the tests have called, without a second build.
 */
export const script = `const window = globalThis;
const { document } = window;
const parts = {
gridPath: ${gridPath},
scenes: ${scenes},
cells: ${cells},
marks: ${marks},
maps: ${maps},
curves: ${curves},
tables: ${tables},
playback: ${playback},
};
(${unpack})(document.getElementById("film").textContent).then(
  (film) => (${stage})(window, film, parts),
  (error) => { document.getElementById("loading").textContent = "This page needs a browser from 2023 or later: " + error.message; },
);
`;

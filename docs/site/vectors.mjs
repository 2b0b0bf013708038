import { inBothThemes } from "../../dist/figure/both-themes.js";
import { draw } from "../../dist/figure/draw-once.js";
import { narrowSvg } from "../../dist/figure/narrow.js";

/**
 * A notebook whose figures are drawn again from what it keeps of them: as vectors, light or dark as their reader is, and once
 * more for narrow screens where that can be. */
export async function withVectors(notebook) {
  const cells = notebook.cells.map(async (cell) => ({
    ...cell,
    ...(cell.outputs && { outputs: await Promise.all(cell.outputs.map(withVector)) }),
  }));
  return { ...notebook, cells: await Promise.all(cells) };
}

async function withVector(output) {
  const spec = output.data?.["application/vnd.vegalite.v5+json"];
  if (!spec) return output;
  const [title] = [output.data["text/plain"]].flat().join("").split("\n");
  const { svg } = await draw(spec, title);
  const narrow = await narrowSvg({ spec, title });
  return {
    ...output,
    data: { ...output.data, "image/svg+xml": inBothThemes(svg) },
    ...(narrow && { narrow: inBothThemes(narrow) }),
  };
}

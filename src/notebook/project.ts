import { sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's own folder: two folders above this file, in src/ as in dist/. */
export const packageRoot = fileURLToPath(new URL("../../", import.meta.url));

const [before, ...inModules] = packageRoot.split(`${sep}node_modules${sep}`);

/** Whether the package is installed in a project, and no checkout. */
export const isInstalled = inModules.length > 0;

/** Where cells run and notebooks lie: the checkout, or the project that the package is installed in. */
export const projectRoot = isInstalled ? `${before}${sep}` : packageRoot;

/** Holds the kernel that Jupyter starts, and the script that runs cells without Jupyter. */
export const kernelFolder = fileURLToPath(new URL("../../.jupyter/kernels/tslab/", import.meta.url));

import { fileURLToPath } from "node:url";

/** The package's own folder: two folders above this file, in src/ as in dist/. */
export const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

/** Holds the kernel that Jupyter starts, and the script that runs cells without Jupyter. */
export const kernelFolder = fileURLToPath(new URL("../../.jupyter/kernels/tslab/", import.meta.url));

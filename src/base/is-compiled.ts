/** Threads load compiled files only; the tests run the sources. */
export const isCompiled = import.meta.url.endsWith(".js");

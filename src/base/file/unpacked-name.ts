/** The name of a file without the suffix of what packs it: "links.txt" for "links.txt.gz". */
export const unpackedName = (name: string): string => name.replace(/\.(?:gz|zst|zstd)$/i, "");

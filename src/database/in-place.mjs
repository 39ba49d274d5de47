import { dirname, isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";

/** A Vite plugin: a module in a bundle keeps the `import.meta` of its source, which finds migrations and binaries by it. */
export const inPlace = {
  name: "in-place",
  /** @type {(code: string, id: string) => string | null} */
  transform: (code, id) =>
    code.includes("import.meta.") && isAbsolute(id)
      ? code
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
          .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
      : null,
};

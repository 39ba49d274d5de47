import subsetFont from "subset-font";
import type { Plugin } from "vite";

/** All characters of one UTF-16 unit; a font contains only those of its own range. */
const characters = String.fromCharCode(...Array.from({ length: 0xd800 }, (_, code) => code));

/** The weights that the console uses (`theme.ts` and the style sheets); Mantine's are within them. */
const weights = { min: 400, max: 700, default: 400 };

/**
 * Leaves out of the built fonts the weights that the console does not use: 24 KB instead of 40 for the file that each
 * first visit loads before its first paint. The characters stay.
 */
export const limitFonts = (): Plugin => ({
  name: "limit-fonts",
  apply: "build",
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".woff2")) continue;
      const font = Buffer.from(file.source as Uint8Array);
      file.source = await subsetFont(font, characters, {
        targetFormat: "woff2",
        variationAxes: { wght: weights },
      });
    }
  },
});

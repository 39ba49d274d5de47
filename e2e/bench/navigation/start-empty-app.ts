import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { sampleRows } from "#e2e/bench/navigation-page/rows.ts";
import { serveFolder } from "#e2e/bench/serve-folder.ts";
import { mantineCss } from "#build/mantine-css.ts";

/** Builds the nearly empty app for production, and serves it with its data. */
export const startEmptyApp = async () => {
  const folder = await mkdtemp(join(tmpdir(), "supercargo-navigation-"));
  await build({
    root: join(import.meta.dirname, "../navigation-page"),
    configFile: false,
    logLevel: "error",
    plugins: [react(), mantineCss()],
    build: { outDir: folder, emptyOutDir: true, target: "es2023" },
  });
  await mkdir(join(folder, "data"));
  for (const name of ["orders", "parts"])
    await writeFile(join(folder, `data/${name}.json`), JSON.stringify(sampleRows(name)));
  const server = await serveFolder(folder);
  return {
    url: server.url,
    close: async () => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

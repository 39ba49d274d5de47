import { join } from "node:path";
import { type Plugin, type Rolldown, runnerImport } from "vite";

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

const screenFile = /[\\/]web[\\/]([\w-]+)[\\/][\w-]+-(list|screen|detail)\.tsx$/;

/** The files of a chunk: itself, its imports, and their style sheets. */
const filesOf = (bundle: Bundle, name: string, seen: Set<string>): Set<string> => {
  const chunk = bundle[name];
  if (seen.has(name) || chunk?.type !== "chunk") return seen;
  seen.add(name);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet);
  for (const each of chunk.imports) filesOf(bundle, each, seen);
  return seen;
};

/**
 * The files that each kind of screen needs in addition to the shell: `/rmas` for the list, `/rmas/` for a record. If there
 * is a list, a `-screen` is a record's.
 */
export const screenFiles = (bundle: Bundle): Record<string, string[]> => {
  const entries = Object.values(bundle).filter((file) => file.type === "chunk");
  const shell = new Set<string>();
  for (const { isEntry, fileName } of entries) if (isEntry) filesOf(bundle, fileName, shell);
  const screens = entries.flatMap(({ facadeModuleId, fileName }) => {
    const [, folder, kind] = screenFile.exec(facadeModuleId ?? "") ?? [];
    return folder === undefined ? [] : [{ folder, kind, fileName }];
  });
  const lists = new Set(screens.filter(({ kind }) => kind === "list").map(({ folder }) => folder));
  return Object.fromEntries(
    screens.map(({ folder, kind, fileName }) => {
      const files = [...filesOf(bundle, fileName, new Set())].filter((file) => !shell.has(file));
      const names = files.map((file) => file.replace(/^assets\//, ""));
      const isRecord = kind === "detail" || (kind === "screen" && lists.has(folder));
      return [isRecord ? `/${folder}/` : `/${folder}`, names];
    }),
  );
};

const root = join(import.meta.dirname, "..");
const requestsFile = join(import.meta.dirname, "web/api/first-requests.ts");

/** The first request of each list, as the console itself makes it. */
const readFirstRequests = async (): Promise<object> => {
  const { module } = await runnerImport<{ firstRequests: object }>(requestsFile, {
    root,
    configFile: false,
    logLevel: "error",
  });
  return module.firstRequests;
};

const attribute = (name: string, value: unknown): string =>
  `data-${name}='${JSON.stringify(value).replaceAll("&", "&amp;").replaceAll("'", "&#39;")}'`;

/** Passes `public/boot.js` the requirements of the screen at an address, so that they load before the shell runs. */
export const earlyFiles = (): Plugin => ({
  name: "early-files",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: async (html, { bundle = {} }) => {
      const told = [
        attribute("screens", screenFiles(bundle)),
        attribute("requests", await readFirstRequests()),
      ];
      return html.replace(
        '<script src="/boot.js">',
        () => `<script src="/boot.js" ${told.join(" ")}>`,
      );
    },
  },
});

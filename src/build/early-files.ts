import { join } from "node:path";
import { type Plugin, type Rolldown, runnerImport } from "vite";

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

const screenFile = /[\\/]screens[\\/]([\w-]+)[\\/][\w-]+-(list|screen|detail)\.tsx$/;

/** The files of a chunk: itself, its imports, and their style sheets. */
const listFiles = (bundle: Bundle, name: string, seen: Set<string>): Set<string> => {
  const chunk = bundle[name];
  if (seen.has(name) || chunk?.type !== "chunk") return seen;
  seen.add(name);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet);
  for (const each of chunk.imports) listFiles(bundle, each, seen);
  return seen;
};

/**
 * The files that each kind of screen needs in addition to the shell: `/rmas` for the list, `/rmas/` for a record. If there
 * is a list, a `-screen` is a record's.
 */
export const screenFiles = (bundle: Bundle): Record<string, string[]> => {
  const entries = Object.values(bundle).filter((file) => file.type === "chunk");
  const shell = new Set<string>();
  for (const { isEntry, fileName } of entries) if (isEntry) listFiles(bundle, fileName, shell);
  const screens = entries.flatMap(({ facadeModuleId, fileName }) => {
    const [, folder, kind] = screenFile.exec(facadeModuleId ?? "") ?? [];
    return folder === undefined ? [] : [{ folder, kind, fileName }];
  });
  const lists = new Set(screens.filter(({ kind }) => kind === "list").map(({ folder }) => folder));
  return Object.fromEntries(
    screens.map(({ folder, kind, fileName }) => {
      const files = [...listFiles(bundle, fileName, new Set())].filter((file) => !shell.has(file));
      const names = files.map((file) => file.replace(/^assets\//, ""));
      const isRecord = kind === "detail" || (kind === "screen" && lists.has(folder));
      return [isRecord ? `/${folder}/` : `/${folder}`, names];
    }),
  );
};

const root = join(import.meta.dirname, "../..");

/** Reads a value that a module of the console exports. */
const readExport = async <N extends string, T>(file: string, name: N): Promise<T> => {
  const { module } = await runnerImport<Record<N, T>>(join(root, "src/web", file), {
    root,
    configFile: false,
    logLevel: "error",
  });
  return module[name];
};

interface EarlyRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

type EarlyRequests = Readonly<Record<string, readonly EarlyRequest[]>>;

/** The first requests of each list. */
const readRequests = (): Promise<EarlyRequests> =>
  readExport<"firstRequests", EarlyRequests>("api/first-requests.ts", "firstRequests");

type MainScreens = readonly { links: readonly { to: string; label: string }[] }[];

/** The title of each main screen by its address. */
const readTitles = async (): Promise<object> => {
  const groups = await readExport<"mainScreens", MainScreens>(
    "base/main-screens.ts",
    "mainScreens",
  );
  return Object.fromEntries(
    groups.flatMap(({ links }) => links).map(({ to, label }) => [to, label]),
  );
};

const attribute = (name: string, value: unknown): string =>
  `data-${name}='${JSON.stringify(value).replaceAll("&", "&amp;").replaceAll("'", "&#39;")}'`;

/** Passes `public/boot.js` the requirements and the title of the screen at an address, which it needs before the shell runs. */
export const earlyFiles = (): Plugin => ({
  name: "early-files",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: async (html, { bundle = {} }) => {
      const attributes = [
        attribute("screens", screenFiles(bundle)),
        attribute("requests", await readRequests()),
        attribute("titles", await readTitles()),
      ];
      return html.replace(
        '<script src="/boot.js">',
        () => `<script src="/boot.js" ${attributes.join(" ")}>`,
      );
    },
  },
});

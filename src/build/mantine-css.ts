import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { CSSVariablesResolver, MantineTheme, MantineThemeOverride } from "@mantine/core";
import { type Plugin, runnerImport } from "vite";

const name = "virtual:mantine.css";
const resolved = `\0${name}`;
const root = join(import.meta.dirname, "../..");
const themeFile = join(root, "src/web/theme.ts");
const everything = createRequire(import.meta.url).resolve("@mantine/core/styles.layer.css");
const styles = join(dirname(everything), "styles");

interface ThemeModule {
  theme: MantineThemeOverride;
  cssVariables: CSSVariablesResolver;
}

/** A tenth of a pixel less than a breakpoint, so that no width is both above and below it. */
const visibilityRules = (breakpoints: MantineTheme["breakpoints"]): string =>
  Object.entries(breakpoints)
    .map(
      ([size, width]) =>
        `@media (min-width:${width}){.mantine-hidden-from-${size}{display:none!important}}` +
        `@media (max-width:calc(${width} - 0.1px)){.mantine-visible-from-${size}{display:none!important}}`,
    )
    .join("");

/** Dark on white, whatever the scheme; components of the dark one use its palette, from texts to surfaces. */
const onPaper = ({
  light,
}: ReturnType<CSSVariablesResolver>): ReturnType<CSSVariablesResolver> => ({
  variables: Object.fromEntries(
    Array.from({ length: 10 }, (_, shade) => [
      `--mantine-color-dark-${shade}`,
      `var(--mantine-color-${shade < 4 ? "black" : "white"})`,
    ]),
  ),
  light,
  dark: light,
});

/** The theme as CSS variables: MantineProvider would write them into a style element, which the policy forbids. */
const variables = async (): Promise<string> => {
  const [{ module }, core] = await Promise.all([
    runnerImport<ThemeModule>(themeFile, { root, configFile: false, logLevel: "error" }),
    import("@mantine/core"),
  ]);
  const { theme, cssVariables } = module;
  const merged = core.mergeMantineTheme(core.DEFAULT_THEME, theme);
  const own = Object.keys(theme.colors ?? {});
  // No screen uses Mantine's other palettes.
  const colors = Object.fromEntries(
    Object.entries(merged.colors).filter(([color]) => own.includes(color)),
  ) as MantineTheme["colors"];
  const whole = { ...merged, colors };
  const all = core.deepMerge(core.defaultCssVariablesResolver(whole), cssVariables(whole));
  return `@layer mantine{${core.convertCssVariables(all, ":root")}@media print{${core.convertCssVariables(onPaper(all), ":root")}}${visibilityRules(whole.breakpoints)}}`;
};

/** The style sheet for a component's map of classes. */
const readSheet = (component: string): string => {
  const sheet = `${component}.layer.css`;
  if (!existsSync(join(styles, sheet)))
    throw new Error(`@mantine/core has no ${sheet}, so the component would have no styles.`);
  return `@mantine/core/styles/${sheet}`;
};

/** The theme's variables once, and each component's style sheet in the chunk that uses the component. */
export const mantineCss = (): Plugin => {
  let building = false;
  return {
    name: "mantine-css",
    configResolved({ command }) {
      building = command === "build";
    },
    resolveId: (id) => (id === name ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      this.addWatchFile(themeFile);
      // In development, dependencies are bundled beforehand and no transform sees them: all style sheets are loaded at
      // once.
      const sheets = building
        ? ["baseline", "global"].map((sheet) => join(styles, `${sheet}.layer.css`))
        : [everything];
      const texts = sheets.map((sheet) => readFileSync(sheet, "utf8"));
      return [...texts, await variables()].join("\n");
    },
    transform: {
      filter: { id: /@mantine[\\/]core[\\/]esm[\\/].*\.module\.mjs$/ },
      handler(code, id) {
        const [, component = ""] = /([^\\/]+)\.module\.mjs$/.exec(id) ?? [];
        return { code: `import "${readSheet(component)}";\n${code}`, map: null };
      },
    },
  };
};

import {
  DEFAULT_THEME,
  MantineContext,
  MantineThemeContext,
  mergeMantineTheme,
} from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { theme } from "./theme.ts";

const mergedTheme = mergeMantineTheme(DEFAULT_THEME, theme);

const noop = () => {};

/**
 * Replaces MantineProvider without its style elements: the Content-Security-Policy forbids them, and the build has
 * written the same variables to the style sheet. The color scheme is only an attribute of the root element.
 */
const context: ComponentProps<typeof MantineContext>["value"] = {
  colorScheme: "light",
  setColorScheme: noop,
  clearColorScheme: noop,
  classNamesPrefix: "mantine",
  getRootElement: () => document.documentElement,
  cssVariablesSelector: ":root",
  withStaticClasses: false,
  env: import.meta.env.MODE === "test" ? "test" : "default",
};

export const Provider = ({ children }: { children: ReactNode }) => (
  <MantineContext value={context}>
    <MantineThemeContext value={mergedTheme}>{children}</MantineThemeContext>
  </MantineContext>
);

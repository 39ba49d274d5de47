import type { ReactNode } from "react";
import { notify } from "./notify.ts";
import { createValueStore } from "#web/base/value-store.ts";

/** The command palette or the help while it is open. */
export const paletteStore = createValueStore<ReactNode>(null);

/** Loads the palette's code in advance. */
export const loadPalette = () => import("#web/whole-palette.tsx");

/** Opens the command palette. */
export const openPalette = (): void =>
  void loadPalette().then(
    ({ showPalette }) => showPalette(),
    () => notify("Couldn't load the search. Reload the page."),
  );

/** Opens the help of the screen, in the place of the palette. */
export const openHelp = (): void =>
  void import("#web/help.tsx").then(
    ({ showHelp }) => showHelp(),
    () => notify("Couldn't load the help. Reload the page."),
  );

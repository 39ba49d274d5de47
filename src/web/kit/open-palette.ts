import type { ReactNode } from "react";
import { notify } from "./notify.ts";
import { createValueStore } from "#web/base/value-store.ts";

/** The command palette while it is open. */
export const palettePlace = createValueStore<ReactNode>(null);

/** Loads the palette's code in advance. */
export const loadPalette = () => import("#web/whole-palette.tsx");

/** Opens the command palette. */
export const openPalette = (): void =>
  void loadPalette().then(
    ({ showPalette }) => showPalette(),
    () => notify("Couldn't load the search. Reload the page."),
  );

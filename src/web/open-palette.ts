import type { ReactNode } from "react";
import { notify } from "./ui/notify.ts";
import { createValueStore } from "./ui/value-store.ts";

/** The command palette while it is open. */
export const palettePlace = createValueStore<ReactNode>(null);

/** Loads the palette's code in advance. */
export const loadPalette = () => import("./whole-palette.tsx");

/** Opens the command palette. */
export const openPalette = (): void =>
  void loadPalette().then(
    ({ showPalette }) => showPalette(),
    () => notify("Couldn't load the search. Reload the page."),
  );

import { settings } from "./settings.ts";

/**
 * Whether single-letter shortcuts (j, k, x, /) are on. Speech input and accidental keys can trigger them, so they can
 * be turned off (WCAG 2.1.4).
 */
export const singleKeysOn = (): boolean => settings.get().singleKeys === "on";

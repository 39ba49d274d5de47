const key = "supercargo.single-keys";

/**
 * Whether single-letter shortcuts (j, k, x, /) are on. Speech input and accidental keys can trigger them, so they can
 * be turned off (WCAG 2.1.4).
 */
export const singleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
};

/** Turns single letters on or off in this browser. */
export const setSingleKeys = (on: boolean): void => {
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {
    return;
  }
};

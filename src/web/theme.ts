import { createTheme, localStorageColorSchemeManager } from "@mantine/core";

/** Where the chosen colour scheme is kept; `public/boot.js` reads the same key before the first paint. */
export const schemeManager = localStorageColorSchemeManager({ key: "supercargo.scheme" });

/**
 * What Mantine needs to know of the theme. Its colours and lengths are given as CSS variables in `ui/mantine.css`, not
 * by the provider, which would insert a <style> element that the Content-Security-Policy forbids.
 */
export const theme = createTheme({
  fontFamily: "var(--face)",
  fontFamilyMonospace: "var(--face-code)",
  primaryColor: "dark",
  defaultRadius: "sm",
  focusRing: "auto",
  respectReducedMotion: true,
});

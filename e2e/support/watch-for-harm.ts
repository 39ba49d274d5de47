import type { Page } from "@playwright/test";

/**
 * Notes every dialog, every thrown error and every request that leaves the console's own origin. An empty list is what a
 * test wants. What the browser's content policy stops is no harm: it does so while hostile text is being purified.
 */
export const watchForHarm = (page: Page, consoleUrl: string): readonly string[] => {
  const harm: string[] = [];
  const { origin } = new URL(consoleUrl);
  page.on("dialog", (dialog) => {
    harm.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => harm.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== "blob:" && request.url() !== "about:srcdoc")
      harm.push(`request: ${request.url()}`);
  });
  page.on("popup", (popup) => harm.push(`popup: ${popup.url()}`));
  return harm;
};

import type { Page } from "@playwright/test";

/**
 * Records every dialog, every thrown error and every request that leaves the console's origin; tests expect an empty
 * list. Requests blocked by the content policy are no harm: the policy works while hostile text is being purified.
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

/** A cache of checked URLs: tables render the same ones with every key. */
const checkedUrls = new Map<string, string | undefined>();

const checkUrl = (text: string): string | undefined => {
  // Browsers remove tabs and line breaks in URLs, so that "java\nscript:" would execute: such texts are rejected.
  if (/[\s\p{Cc}]/u.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
};

/** Returns the URL if it is safe for a link or an image: absolute, http or https, without control characters. */
export const safeUrl = (text: string | null | undefined): string | undefined => {
  const address = text?.trim();
  if (!address) return undefined;
  if (!checkedUrls.has(address)) {
    if (checkedUrls.size > 2_000) checkedUrls.clear();
    checkedUrls.set(address, checkUrl(address));
  }
  return checkedUrls.get(address);
};

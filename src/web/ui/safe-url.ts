/** Addresses as they were judged before: a table draws the same ones again with every key. */
const judged = new Map<string, string | undefined>();

const judge = (text: string): string | undefined => {
  // A browser drops tabs and line ends inside an address, so "java\nscript:" would come alive: such text is no address.
  if (/[\s\p{Cc}]/u.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
};

/** The address when it may become a link or an image: absolute, http or https, and without control characters. */
export const safeUrl = (text: string | null | undefined): string | undefined => {
  const address = text?.trim();
  if (!address) return undefined;
  if (!judged.has(address)) {
    if (judged.size > 2_000) judged.clear();
    judged.set(address, judge(address));
  }
  return judged.get(address);
};

/** The address when it may become a link or an image: absolute, http or https, and without control characters. */
export const safeUrl = (text: string | null | undefined): string | undefined => {
  // A browser drops tabs and line ends inside an address, so "java\nscript:" would come alive: such text is no address.
  if (!text || /[\s\p{Cc}]/u.test(text.trim())) return undefined;
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
};

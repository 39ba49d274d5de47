/** A path of the console: `//host` and `/\host` would be other sites, and control characters are dropped by browsers. */
const ownPath = /^\/(?![/\\])[^\p{Cc}\\]{0,2000}$/u;

/** Paths of the gateway itself; going there after signing in would start again, or show data instead of a page. */
const notPages = /^\/(?:api|gateway)(?:[/?#]|$)/;

/** The console's own address to open after signing in; the start page if another one is asked for. */
export const readReturnTo = (asked: string | null): string => {
  if (asked === null || !ownPath.test(asked)) return "/";
  // As a browser reads it: `/./\t/host` must not become `//host`.
  const base = "http://console.invalid";
  if (!URL.canParse(asked, base)) return "/";
  const { origin, pathname, search, hash } = new URL(asked, base);
  const isOwn = origin === base && !pathname.startsWith("//") && !notPages.test(pathname);
  return isOwn ? pathname + search + hash : "/";
};

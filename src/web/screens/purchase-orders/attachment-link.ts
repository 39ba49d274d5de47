import { safeUrl } from "#web/base/safe-url.ts";

const thisMachine = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * An attachment's address if it may be opened: https, or the API's own origin when that runs on this machine, as the
 * embedded service does. A record cannot link to any other program on this machine.
 */
export const attachmentLink = (
  text: string | null | undefined,
  apiUrl: string | undefined,
): string | undefined => {
  const safe = safeUrl(text);
  if (safe === undefined) return undefined;
  const { protocol, origin, hostname } = new URL(safe);
  const isApi =
    thisMachine.has(hostname) &&
    apiUrl !== undefined &&
    URL.canParse(apiUrl) &&
    new URL(apiUrl).origin === origin;
  return protocol === "https:" || isApi ? safe : undefined;
};

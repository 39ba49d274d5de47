import { safeUrl } from "#web/ui/safe-url.ts";

const thisMachine = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * An attachment's address when it may be opened: https, or where the API itself is when that runs on this machine, as
 * the embedded service does. No other program of this machine's is reached from a record.
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

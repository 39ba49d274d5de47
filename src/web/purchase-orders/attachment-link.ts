import { safeUrl } from "#web/ui/safe-url.ts";

const ownMachine = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** An attachment's address when it may be opened: https, or anything on this very machine, where the embedded service is. */
export const attachmentLink = (text: string | null | undefined): string | undefined => {
  const safe = safeUrl(text);
  if (safe === undefined) return undefined;
  const { protocol, hostname } = new URL(safe);
  return protocol === "https:" || ownMachine.has(hostname) ? safe : undefined;
};

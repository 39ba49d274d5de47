import type { Sending, Version } from "./call.ts";

/** The headers of a change: the version that it is made to, and the key by which it is found if its answer is lost. */
export const toSending = (version: Version, key?: string): Sending => ({
  ...(version && { "If-Match": version }),
  ...(key && { "Idempotency-Key": key }),
});

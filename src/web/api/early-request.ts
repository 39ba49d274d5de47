/** The request that `public/boot.js` sends for the current screen before the scripts are loaded. */
export interface EarlyRequest {
  readonly url: string;
  readonly response: Promise<Response>;
  readonly abort: () => void;
}

const place = globalThis as { earlyRequest?: EarlyRequest | undefined };

/** Returns the early response for the first identical request, and only for that one; it replaces the request. */
export const takeEarlyRequest = (
  method: string | undefined,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Response> | undefined => {
  const early = place.earlyRequest;
  if (method !== "GET" || early?.url !== url || signal?.aborted) return undefined;
  place.earlyRequest = undefined;
  signal?.addEventListener("abort", early.abort, { once: true });
  return early.response;
};

/** Aborts an early request that the first screen did not use: its response would be out of date later. */
export const abortEarlyRequest = (): void => {
  place.earlyRequest?.abort();
  place.earlyRequest = undefined;
};

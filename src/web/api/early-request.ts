/** The request that `public/boot.js` sent for the screen at the address, before the scripts were there. */
export interface EarlyRequest {
  readonly url: string;
  readonly response: Promise<Response>;
  readonly abort: () => void;
}

const place = globalThis as { earlyRequest?: EarlyRequest | undefined };

/** Gives the early response to the first request that is the same, and to no other: it replaces that request. */
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

/** Ends an early request that the first screen did not take: later, its response would be old. */
export const dropEarlyRequest = (): void => {
  place.earlyRequest?.abort();
  place.earlyRequest = undefined;
};

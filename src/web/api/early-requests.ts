/** A request that `public/boot.js` sent for the screen at the address, before the scripts were loaded. */
interface EarlyRequest {
  readonly url: string;
  readonly response: Promise<Response>;
  readonly abort: () => void;
}

const place = globalThis as { earlyRequests?: readonly EarlyRequest[] };

/** Returns the early response to the first request for the same address, which it replaces; undefined for all others. */
export const takeEarlyResponse = (
  method: string | undefined,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Response> | undefined => {
  if (method !== "GET" || signal?.aborted) return undefined;
  const early = place.earlyRequests?.find((request) => request.url === url);
  if (!early) return undefined;
  place.earlyRequests = place.earlyRequests?.filter((request) => request !== early) ?? [];
  signal?.addEventListener("abort", early.abort, { once: true });
  return early.response;
};

/** Aborts the early requests that the first screen did not take: later, their responses would be outdated. */
export const abortEarlyRequests = (): void => {
  for (const { abort } of place.earlyRequests ?? []) abort();
  place.earlyRequests = [];
};

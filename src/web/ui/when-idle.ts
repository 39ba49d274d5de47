/** Calls back in idle time. */
export const whenIdle = (callback: () => void): void => {
  // Safari does not support it.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(callback);
  else setTimeout(callback, 200);
};

/** Calls back in idle time. */
export const whenIdle = (callback: () => void): void => {
  // Safari does not support it.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(callback);
  else setTimeout(callback, 200);
};

/** Resolves in idle time after the next frame: what loads then can't delay the paint of that frame. */
export const whenDrawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => whenIdle(resolve)));

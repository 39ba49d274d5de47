/** Calls back in idle time. */
export const whenIdle = (callback: () => void): void => {
  // Safari does not support it.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(callback);
  else setTimeout(callback, 200);
};

/** The time in which a browser paints and shows a frame while the page goes on, in ms. No event tells its end. */
const paintMs = 100;

/** Resolves in idle time after the next frame is shown: what loads then can't delay it. */
export const whenDrawn = (): Promise<void> =>
  new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => whenIdle(resolve), paintMs)),
  );

/**
 * Loads code once the screen is drawn and attaches it; returns what detaches it, also while it loads. Without the code,
 * the screen works as before.
 */
export const attachWhenDrawn = <T>(
  load: () => Promise<T>,
  attach: (code: T) => () => void,
): (() => void) => {
  let stop: (() => void) | undefined;
  let left = false;
  void whenDrawn()
    .then(load)
    .then((code) => {
      if (!left) stop = attach(code);
    })
    .catch(() => undefined);
  return () => {
    left = true;
    stop?.();
  };
};

let resolve = () => {};
/** Resolves when the first data of the first screen, or an error in its place, is drawn. */
export const firstData = new Promise<void>((done) => {
  resolve = done;
});

export const resolveFirstData = (): void => resolve();

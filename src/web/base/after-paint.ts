/** Calls back once the screen has been painted, `delay` ms later; returns a function that cancels the call. */
export type AfterPaint = (callback: () => void, delay?: number) => () => void;

/**
 * Uses the browser: calls back after the next frame and the delay. A hidden page paints nothing, so only the delay
 * counts.
 */
export const afterPaint: AfterPaint = (callback, delay = 0) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  const later = () => {
    timer = setTimeout(callback, delay);
  };
  if (document.visibilityState === "visible") frame = requestAnimationFrame(later);
  else later();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

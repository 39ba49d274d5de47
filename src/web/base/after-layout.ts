/**
 * Calls back after the layout of the next frame, before its paint: measuring right after a change would force an
 * additional layout. Returns a function that cancels the call.
 */
export const afterLayout = (element: Element, callback: () => void): (() => void) => {
  const sizes = new ResizeObserver(() => {
    sizes.disconnect();
    callback();
  });
  sizes.observe(element);
  return () => sizes.disconnect();
};

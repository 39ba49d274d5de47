/**
 * Calls back once the browser has laid the next frame out, before it paints it. Asking where something stands right
 * after a change would cost a layout of its own. Gives a way to call it off.
 */
export const afterLayout = (element: Element, callback: () => void): (() => void) => {
  const sizes = new ResizeObserver(() => {
    sizes.disconnect();
    callback();
  });
  sizes.observe(element);
  return () => sizes.disconnect();
};

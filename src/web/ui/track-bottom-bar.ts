const property = "--bottom-bar-height";

/**
 * A `ref` for a bar that stays at the lower edge of the window: notifications are shown above it, not over its buttons.
 * A screen has one such bar.
 */
export const trackBottomBar = (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
};

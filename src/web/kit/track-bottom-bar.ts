const property = "--bottom-bar-height";

const bars = new Set<HTMLElement>();

const measure = () => {
  const { style } = document.documentElement;
  const heights = Array.from(bars, ({ offsetHeight }) => offsetHeight);
  if (bars.size === 0) style.removeProperty(property);
  else style.setProperty(property, `${Math.max(...heights)}px`);
};

/**
 * A `ref` for a bar at the lower edge of the window: notifications are shown above it, not over its buttons, and the page
 * scrolls what has the focus above it. Of several bars the highest counts.
 */
export const trackBottomBar = (bar: HTMLElement | null) => {
  if (!bar) return undefined;
  const observer = new ResizeObserver(measure);
  bars.add(bar);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    bars.delete(bar);
    measure();
  };
};

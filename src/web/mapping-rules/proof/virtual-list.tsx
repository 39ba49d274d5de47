import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";

interface VirtualListProps {
  count: number;
  /** The height of each row in pixels. */
  height: number;
  label: string;
  children: (index: number) => ReactNode;
}

/** A list of any length, of which only the visible rows exist. */
export const VirtualList = ({ count, height, label, children }: VirtualListProps) => {
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 8,
  });
  const shown = Math.min(count * height + 2, 512);
  return (
    <div
      ref={scroll}
      className="proof__scroll"
      style={{ height: `min(${shown}px, 60vh)` }}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <ul style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: `${height}px`, transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  );
};

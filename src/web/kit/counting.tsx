import { useEffect, useRef, useState } from "react";
import { createMediaQuery, useMedia } from "#web/base/media.ts";

const noMotion = createMediaQuery("(prefers-reduced-motion: reduce)");

/** That of --motion-move, tokens.css. */
const moveMs = 140;

interface CountingProps {
  /** A whole number: units, or cents. */
  value: number;
  show: (value: number) => string;
}

/** A number that counts over to its next value. */
export const Counting = ({ value, show }: CountingProps) => {
  const [shown, setShown] = useState(value);
  const latest = useRef(value);
  const isStill = useMedia(noMotion);
  useEffect(() => {
    const from = latest.current;
    if (from === value) return undefined;
    const start = performance.now();
    const count = (now: number) => {
      const part = Math.min(Math.max(now - start, 0) / moveMs, 1);
      latest.current = Math.round(from + (value - from) * part);
      setShown(latest.current);
      if (part < 1) frame = requestAnimationFrame(count);
    };
    let frame = requestAnimationFrame(count);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return <>{show(isStill ? value : shown)}</>;
};

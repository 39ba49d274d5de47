import { useEffect, useState } from "react";

/** A value as it was when it last stood still for a moment: for what is too much work at every keystroke. */
export const usePause = <T>(value: T, pauseMs: number): T => {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return still;
};

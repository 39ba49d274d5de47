import { useEffect, useState } from "react";

/** The value when it last stayed the same for `pauseMs`: for work that is too slow to do on every keystroke. */
export const useDebouncedValue = <T>(value: T, pauseMs: number): T => {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return still;
};

import { useCallback, useEffect, useRef } from "react";

/** A function that returns whether the component is still on the screen: a response may arrive long after it was left. */
export const useIsShown = (): (() => boolean) => {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
};

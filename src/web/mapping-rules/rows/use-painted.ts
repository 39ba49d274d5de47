import { useEffect, useState } from "react";

/** Calls back once the next frame has been painted; returns a function that cancels the call. */
const afterPaint = (callback: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** True once `wanted` is set and a frame has been painted, so that what appears then delays nothing shown before. */
export const usePainted = (wanted: boolean): boolean => {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    const callOff = afterPaint(() => setPainted(true));
    return () => {
      callOff();
      setPainted(false);
    };
  }, [wanted]);
  return wanted && painted;
};

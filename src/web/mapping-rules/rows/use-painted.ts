import { useEffect, useState } from "react";

/** Calls back once the next frame has been painted; gives a way to call it off. */
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

/** Whether it is wanted and a frame has been painted since: what is made then holds up nothing that is there before. */
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

import { useState } from "react";

/**
 * The last value that was not undefined. An open rule holds what it was opened with: data that are loading again, or
 * whose reload failed, would otherwise close it, and its undo steps would be lost.
 */
export const useLast = <T>(now: T | undefined): T | undefined => {
  const [last, setLast] = useState(now);
  if (now !== undefined && now !== last) setLast(now);
  return now ?? last;
};

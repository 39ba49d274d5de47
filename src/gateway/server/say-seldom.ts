const quietMs = 60_000;

/** Whether to log a text: not if it was logged within the last minute. What fails every few seconds would fill the log. */
export const createSeldom = (now: () => number): ((text: string) => boolean) => {
  const saidAt = new Map<string, number>();
  return (text) => {
    for (const [said, at] of saidAt) if (now() - at >= quietMs) saidAt.delete(said);
    if (saidAt.has(text)) return false;
    saidAt.set(text, now());
    return true;
  };
};

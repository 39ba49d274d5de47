/** Ends the lock; resolves once another tab, or this one, can take it. */
export type Release = () => Promise<void>;

/**
 * Takes a lock that all tabs of the browser share (Web Locks) until the returned function is called, or until the tab
 * is closed; undefined where another holder keeps it. Without locks (an address without TLS), tabs can't detect one
 * another: each gets it.
 */
export const takeLock = async (
  name: string,
  options: LockOptions = { ifAvailable: true },
): Promise<Release | undefined> => {
  const { locks } = navigator as { locks?: LockManager | null };
  if (!locks) return async () => undefined;
  return new Promise((resolve) => {
    const request = locks.request(name, options, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((end) => {
        resolve(async () => {
          end();
          await request;
        });
      });
    });
    request.catch((error: unknown) => {
      const waited = error instanceof DOMException && error.name === "TimeoutError";
      resolve(waited ? undefined : async () => undefined);
    });
  });
};

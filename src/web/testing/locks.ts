import { onTestFinished } from "vitest";

type Work = (lock: object | null) => Promise<void>;

/**
 * Gives a test the browser's Web Locks: one holder of each name; others wait, unless they ask only for a free lock.
 * Returns the names that are held.
 */
export const stubLocks = (): (() => string[]) => {
  const held = new Map<string, Promise<void>>();
  const request = async (name: string, { ifAvailable }: LockOptions, work: Work): Promise<void> => {
    if (ifAvailable && held.has(name)) return work(null);
    while (held.has(name)) await held.get(name);
    const done = work({});
    held.set(name, done);
    await done;
    held.delete(name);
  };
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  Object.defineProperty(navigator, "locks", { value: { request, query }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
  return () => [...held.keys()];
};

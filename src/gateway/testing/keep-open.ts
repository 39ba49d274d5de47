import { afterEach } from "vitest";

export interface Closable {
  close(): Promise<void> | void;
}

/** Closes everything that a test opened after it, the last first. */
export const keepOpen = (): (<C extends Closable>(one: C) => C) => {
  const opened: Closable[] = [];
  afterEach(async () => {
    const closing = opened.splice(0).toReversed();
    await closing.reduce(async (before, one) => {
      await before;
      await one.close();
    }, Promise.resolve());
  });
  return (one) => {
    opened.push(one);
    return one;
  };
};

type Listener = (ok: boolean) => void;
const listeners = new Set<Listener>();

/** Notifies the listeners that the gateway answered a call, and whether it succeeded. */
export const reportAnswer = (ok: boolean): void => {
  for (const listener of listeners) listener(ok);
};

/** Calls `listener` after every answer; returns a function that unsubscribes it. */
export const onAnswer = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

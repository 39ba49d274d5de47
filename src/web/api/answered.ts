type Listener = (ok: boolean) => void;
const listeners = new Set<Listener>();

/** Tells whoever watches the connection that the gateway has just answered a call. */
export const answered = (ok: boolean): void => {
  for (const listener of listeners) listener(ok);
};

/** Runs `listener` after every answer; returns the way to stop. */
export const onAnswered = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

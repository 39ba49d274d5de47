/** One thing that has happened, said once. */
export interface Notification {
  id: number;
  text: string;
  /** What can be done about it, as long as it stands. */
  offer?: NotificationOffer | undefined;
}

export interface NotificationOffer {
  readonly label: string;
  readonly act: () => void;
}

type Listener = () => void;
let shown: readonly Notification[] = [];
let next = 1;
const listeners = new Set<Listener>();

const set = (list: readonly Notification[]) => {
  shown = list;
  for (const listener of listeners) listener();
};

/** Takes a notification away. */
export const dismiss = (id: number): void => set(shown.filter((one) => one.id !== id));

/** Says that something was done. Errors are not said here: they stand where they happened. */
export const notify = (text: string, offer?: NotificationOffer): void =>
  set([...shown.slice(-2), { id: next++, text, offer }]);

export const subscribe = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const notifications = (): readonly Notification[] => shown;

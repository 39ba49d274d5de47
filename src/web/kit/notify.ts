import type { ReactNode } from "react";
import { createValueStore } from "#web/base/value-store.ts";

/** An action that a notification offers while it is shown. */
export interface NotificationOffer {
  readonly label: string;
  readonly act: () => void;
  /** Aborted once the action would have no effect; the notification is hidden then. */
  readonly until?: AbortSignal;
}

/** The notifications on the screen: none before the first one, which loads the code. */
export const notificationPlace = createValueStore<ReactNode>(null);

const load = () => import("./notifications.tsx");

/** Loads the code that shows notifications, so that the first one does not need the server. */
export const prepareNotifications = (): void => void load().catch(() => undefined);

/** The duration of a notification in ms. */
export const notificationMs = 7_000;

/** Shows the text even if the code for notifications cannot be loaded: the server may have stopped or been updated. */
const showPlainText = (text: string): void => {
  notificationPlace.set(text);
  setTimeout(() => {
    if (notificationPlace.get() === text) notificationPlace.set(null);
  }, notificationMs);
};

/** Notifies the person of a completed action. Errors are shown in place instead. */
export const notify = (text: string, offer?: NotificationOffer): void =>
  void load().then(
    ({ corner, show }) => {
      notificationPlace.set(corner);
      show(text, offer);
    },
    () => showPlainText(text),
  );

import type { ReactNode } from "react";
import { createValueStore } from "./value-store.ts";

/** What can be done about what was said, as long as it stands. */
export interface NotificationOffer {
  readonly label: string;
  readonly act: () => void;
}

/** What is on the screen of them: nothing before the first, which brings the code along. */
export const notificationPlace = createValueStore<ReactNode>(null);

const load = () => import("./notifications.tsx");

/** Fetches what shows notifications, so that the first one needs no server any more. */
export const prepareNotifications = (): void => void load().catch(() => undefined);

/** How long a notification stays, in ms. */
export const notificationMs = 7_000;

/** What was done is said even where the code for it cannot be fetched: the server may have ended or be a newer one. */
const sayPlainly = (text: string): void => {
  notificationPlace.set(text);
  setTimeout(() => {
    if (notificationPlace.get() === text) notificationPlace.set(null);
  }, notificationMs);
};

/** Says that something was done. Errors are not said here: they stand where they happened. */
export const notify = (text: string, offer?: NotificationOffer): void =>
  void load().then(
    ({ corner, show }) => {
      notificationPlace.set(corner);
      show(text, offer);
    },
    () => sayPlainly(text),
  );

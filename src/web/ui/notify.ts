import type { ReactNode } from "react";
import { createValueStore } from "./value-store.ts";

/** What can be done about what was said, as long as it stands. */
export interface NotificationOffer {
  readonly label: string;
  readonly act: () => void;
}

/** What is on the screen of them: nothing before the first, which brings the code along. */
export const notificationPlace = createValueStore<ReactNode>(null);

/** Says that something was done. Errors are not said here: they stand where they happened. */
export const notify = (text: string, offer?: NotificationOffer): void =>
  void import("./notifications.tsx").then(({ corner, show }) => {
    notificationPlace.set(corner);
    show(text, offer);
  });

import { notify } from "#web/kit/notify.ts";

/** Notifies the person of a completed save. `found`: its answer was lost, and a check found the changes. */
export const notifySaved = (words: string, found: boolean): void =>
  notify(found ? "Changes saved" : words);

import { notify } from "./notify.ts";

/** Says that a save worked. `found`: its answer was lost, and checking found the changes. */
export const notifySaved = (words: string, found: boolean): void =>
  notify(found ? "Changes saved" : words);

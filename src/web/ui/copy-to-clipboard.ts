import { notify } from "./notify.ts";

export const copyRefused = "This browser lets nothing be copied from here.";

/** Puts a text on the clipboard, and says so. */
export const copyToClipboard = (text: string, said: string): void => {
  // A page that came over plain http from another machine has no clipboard.
  const writing = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("none"));
  writing.then(
    () => notify(said),
    () => notify(copyRefused),
  );
};

import { notify } from "./notify.ts";

export const copyRefused = "This browser doesn't allow copying from this page.";

/** Copies a text to the clipboard; rejects if the browser does not allow it. */
export const writeClipboard = async (text: string): Promise<void> => {
  // A page from another machine has no clipboard without HTTPS.
  if (!navigator.clipboard) throw new Error(copyRefused);
  await navigator.clipboard.writeText(text);
};

/** Copies a text to the clipboard and shows the notification `said`, or `refused` if that fails. */
export const copyToClipboard = (text: string, said: string, refused = copyRefused): void =>
  void writeClipboard(text).then(
    () => notify(said),
    () => notify(refused),
  );

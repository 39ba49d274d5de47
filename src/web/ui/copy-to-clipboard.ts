import { notify } from "./notify.ts";

export const copyRefused = "This browser doesn't allow copying from this page.";

/** Puts a text on the clipboard; rejects where the browser does not allow it. */
export const writeClipboard = async (text: string): Promise<void> => {
  // A page loaded over plain HTTP from another machine has no clipboard.
  if (!navigator.clipboard) throw new Error(copyRefused);
  await navigator.clipboard.writeText(text);
};

/** Puts a text on the clipboard and says `said`, or `refused` if that fails. */
export const copyToClipboard = (text: string, said: string, refused = copyRefused): void =>
  void writeClipboard(text).then(
    () => notify(said),
    () => notify(refused),
  );

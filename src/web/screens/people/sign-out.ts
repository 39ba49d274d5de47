import { signOutPath, SignOutAnswer } from "#contract/people.ts";
import { readAnswer } from "#contract/read.ts";
import { notify } from "#web/kit/notify.ts";
import { showSignedOut } from "./watch-session.tsx";

/** Signs the person out here or, with `everywhere`, in all browsers; then hides everything. */
export const signOut = async (everywhere: boolean): Promise<void> => {
  const response = await fetch(signOutPath, {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-Requested-By": "supercargo",
    },
    body: JSON.stringify({ everywhere }),
  }).catch(() => undefined);
  // The session has ended already, so the gateway doesn't know whose other sessions to end.
  const isTooLate = response?.status === 401;
  if (!response?.ok && !isTooLate)
    return notify("You're still signed in: the gateway didn't respond. Try again.");
  const { value } = readAnswer(SignOutAnswer, await response.json().catch(() => undefined));
  showSignedOut(value?.providerSignOut ?? undefined, everywhere && isTooLate ? "leftHere" : "left");
};

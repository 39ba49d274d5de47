import { session } from "#web/api/session.ts";
import { signInScreen } from "#web/sign-in-place.ts";

/**
 * Remembers the keys of drafts that this page stores before it knows its person, which happens on a browser's first
 * visit: they are stored like drafts without sign-in. Once the person is known, calls `adopt` with each key. If
 * signing in comes first, another person may have typed them: they are adopted by no one.
 */
export const trackEarlyDrafts = (adopt: (key: string) => void): ((key: string) => void) => {
  const keys = new Set<string>();
  session.subscribe(() => {
    if (session.get()?.person) for (const key of keys) adopt(key);
    keys.clear();
  });
  signInScreen.subscribe(() => {
    if (signInScreen.get() !== null) keys.clear();
  });
  return (key) => {
    // Screens store their drafts once more when the sign-in screen replaces them.
    if (session.get() === null && signInScreen.get() === null) keys.add(key);
  };
};

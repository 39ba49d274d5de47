import type { Person, Session } from "#contract/people.ts";
import { createValueStore } from "#web/ui/value-store.ts";
import { setSignInReader } from "./proxy-sign-in.ts";

/** The key of the stored session; other tabs follow it. */
export const sessionKey = "supercargo.session";
/** Set in this tab while a person leaves it to sign in: another person may come back. */
export const signingInKey = "supercargo.signing-in";

/** The part of a session that this browser stores, so that the next page knows the person at once. */
export interface KnownSession extends Pick<Session, "signIn"> {
  readonly person: Pick<Person, "id" | "name" | "role"> | null;
}

/** The session that this browser stores; null if it stores none that can be read. */
export const readStoredSession = (): KnownSession | null => {
  try {
    return JSON.parse(localStorage.getItem(sessionKey) ?? "null") as KnownSession | null;
  } catch {
    return null;
  }
};

const readOwnSession = (): KnownSession | null => {
  const stored = readStoredSession();
  try {
    if (sessionStorage.getItem(signingInKey) === null) return stored;
    return { signIn: stored?.signIn ?? "oidc", person: null };
  } catch {
    return null;
  }
};

/**
 * The session of this page; null if this browser stores none. While it has ended, and the person may sign in again, it
 * stays: the drafts on the screen are theirs.
 */
export const session = createValueStore(readOwnSession());

setSignInReader(() => session.get()?.signIn);

let readPerson = (): Promise<void> => Promise.resolve();

/** Sets how this page finds out who is signed in. */
export const setPersonReader = (read: () => Promise<void>): void => void (readPerson = read);

/** Resolves when the person of this page is known; rejects if the gateway does not tell. */
export const whenPersonKnown = async (): Promise<void> => {
  if (!session.get()) await readPerson();
  if (!session.get())
    throw new Error("The console couldn't find out who is signed in. Try again in a moment.");
};

/** The key of something that belongs to the person of this page; without sign-in, the name itself. */
export const personalKey = (name: string): string => {
  const id = session.get()?.person?.id;
  return id === undefined ? name : `${id}.${name}`;
};

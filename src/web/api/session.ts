import type { Person, Session } from "#contract/people.ts";
import { createValueStore } from "#web/ui/value-store.ts";

/** The key of the stored session; other tabs follow it. */
export const sessionKey = "supercargo.session";
/** Set in this tab while a person leaves it to sign in: another person may come back. */
export const signingInKey = "supercargo.signing-in";

/** The part of a session that this browser stores, so that the next page knows the person at once. */
export interface KnownSession extends Pick<Session, "signIn"> {
  readonly person: Pick<Person, "id" | "name" | "role"> | null;
}

const readStored = (): KnownSession | null => {
  try {
    const stored = JSON.parse(localStorage.getItem(sessionKey) ?? "null") as KnownSession | null;
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
export const session = createValueStore(readStored());

/** The key of something that belongs to the person of this page; without sign-in, the name itself. */
export const personalKey = (name: string): string => {
  const id = session.get()?.person?.id;
  return id === undefined ? name : `${id}.${name}`;
};

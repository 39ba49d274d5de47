import type { Person, Session } from "#contract/people.ts";
import { createValueStore } from "./value-store.ts";
import { pageState } from "./page-state.ts";
import { setSignInReader } from "./proxy-sign-in.ts";

/** The key of the stored session; other tabs follow it. */
export const sessionKey = "supercargo.session";

/** The part of a session that the page shows and this browser stores, so that other tabs follow it. */
export interface KnownSession extends Pick<Session, "signIn"> {
  /** Another one of the same person ends at another time. */
  readonly expiresAt?: Session["expiresAt"];
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

/**
 * The session of this page. While it has ended, and the person may sign in again, it stays: the drafts on the screen are
 * theirs.
 */
export const session = createValueStore<KnownSession>(pageState.session);

setSignInReader(() => session.get().signIn);

/** The key of something that belongs to the person of this page; without sign-in, the name itself. */
export const personalKey = (name: string): string => {
  const id = session.get().person?.id;
  return id === undefined ? name : `${id}.${name}`;
};

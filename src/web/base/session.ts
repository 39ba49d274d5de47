import {
  type Permission,
  type Person,
  roles,
  type Session,
  whyReviewed,
  whyRoleForbids,
} from "#contract/people.ts";
import { setSignInReader } from "./api-error.ts";
import { pageState } from "./page-state.ts";
import { createValueStore, useValue } from "./value-store.ts";

/** The part of a session that the page shows and this browser stores, so that other tabs follow it. */
export interface KnownSession extends Pick<Session, "signIn"> {
  /** Another one of the same person ends at another time. */
  readonly expiresAt?: Session["expiresAt"];
  readonly person: Pick<Person, "id" | "name" | "role"> | null;
}

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

/**
 * Why the person of this page may not do something; undefined if they may, or without sign-in. The gateway decides: a
 * role of which this console knows nothing is left to it.
 */
export const whyForbidden = (permission: Permission): string | undefined => {
  const role = session.get().person?.role;
  const why = role && roles.includes(role) ? whyRoleForbids(role, permission) : undefined;
  return why ?? (pageState.reviewsRules && permission.reviewed ? whyReviewed : undefined);
};

/** Like `whyForbidden`; renders again when the role changes. Pass the operation that the control leads to. */
export const useWhyForbidden = (permission: Permission): string | undefined => {
  useValue(session);
  return whyForbidden(permission);
};

import type { Person, Session } from "#contract/people.ts";
import { clear } from "idb-keyval";
import { databaseName } from "#web/api/product-copy/copy-store.ts";
import { openViewedStore } from "#web/api/product-copy/viewed-products.ts";
import { pageState } from "#web/base/page-state.ts";
import { queryClient } from "#web/api/query-client.ts";
import { readStoredSession, session, sessionKey, toOwnKey } from "#web/base/session.ts";
import { signInScreen } from "#web/base/shell-stores.ts";
import { notificationStore } from "#web/kit/notify.ts";
import { hasSignedOut, readSession, startSession, storeSession } from "./read-session.ts";
import { ChangedPerson, type Ending, SignInScreen, WithoutRole } from "./whole-window.tsx";

const removeStored = async (): Promise<void> => {
  const own = [toOwnKey("recent"), toOwnKey("seen.")];
  for (const name of Object.keys(localStorage))
    if (own.some((start) => name.startsWith(start))) localStorage.removeItem(name);
  indexedDB.deleteDatabase(databaseName);
  // Another tab may have it open, and doesn't close it.
  await clear(openViewedStore());
};

/** Removes what was read from the API, from this page and this browser. Drafts and runs are the person's own work, and stay. */
const dropRecords = (): void => {
  queryClient.clear();
  notificationStore.set(null);
  // Without storage there is nothing to remove.
  removeStored().catch(() => undefined);
};

const changedKey = "supercargo.session-changed";

/** Makes the other tabs read the session: the stored one of the same person stays as it was, about which they hear nothing. */
const tellTabs = (): void => {
  try {
    localStorage.setItem(changedKey, String(Date.now()));
  } catch {
    // Without storage, another tab notices when it is used again.
  }
};

/** Takes the place of all screens. What the person typed is stored; they go on from there after they sign in. */
const showSignIn = (signIn: Session["signIn"], ending: Ending): void => {
  const isNew = signInScreen.get() === null;
  if (!isNew && ending !== "left" && ending !== "leftHere") return;
  signInScreen.set(<SignInScreen signIn={signIn} ending={ending} />);
  dropRecords();
  if (isNew) tellTabs();
};

/** How the person signed out; reset by the next sign-in. */
let left: "left" | "leftHere" = "left";

/** Between two looks at a session that should have ended, whatever the clocks say. */
const shortestLookMs = 60_000;
let endTimer: ReturnType<typeof setTimeout> | undefined;

/** An idle page sends no request that could be refused, so it looks at the session when that should have ended. */
const lookAtEnd = ({ expiresAt, idleUntil }: Session): void => {
  clearTimeout(endTimer);
  const ends = [expiresAt, idleUntil].flatMap((time) => (time === null ? [] : [Date.parse(time)]));
  if (ends.length > 0)
    endTimer = setTimeout(
      () => void refreshSession(),
      Math.max(Math.min(...ends) - Date.now(), shortestLookMs),
    );
};

/** Continues as a person. After the sign-in screen the page is loaded again, because its records are gone. */
const goOn = (now: Session): void => {
  left = "left";
  startSession(now);
  lookAtEnd(now);
  if (signInScreen.get() !== null) location.reload();
};

/** The page keeps its person until it is loaded again, so that drafts are stored for the one who typed them. */
const showChange = (now: Session & { person: Person }, before: string): void => {
  storeSession(now);
  signInScreen.set(<ChangedPerson name={now.person.name} before={before} />);
  queryClient.clear();
};

/** Also during work: without a role, nothing may be read any more. Drafts stay in this browser. */
const showWithoutRole = (name: string): void => {
  signInScreen.set(<WithoutRole name={name} />);
  dropRecords();
};

const follow = (now: Session, ending: Ending): void => {
  const before = session.get().person;
  const { signIn, person } = now;
  if (now.withoutRole !== undefined) showWithoutRole(now.withoutRole);
  else if (signIn !== "none" && !person) {
    const was = before ?? readStoredSession()?.person;
    const how = ending === "ended" ? (now.endedBy ?? ending) : ending;
    showSignIn(signIn, was ? how : "none");
  } else if (person && before && person.id !== before.id)
    showChange({ ...now, person }, before.name);
  else goOn(now);
};

let reading: Promise<void> | undefined;
/** The number of sign-outs. */
let departures = 0;

/** Reads the session, once at a time, and shows what follows from it. */
export const refreshSession = (ending: "ended" | "left" = "ended"): Promise<void> => {
  const departuresBefore = departures;
  reading ??= readSession()
    // The answer may be older than a sign-out since then.
    .then((now) => {
      if (now && departures === departuresBefore) follow(now, hasSignedOut() ? left : ending);
    })
    .finally(() => (reading = undefined));
  return reading;
};

const hideAll = (how: typeof left): void => {
  departures += 1;
  left = how;
  showSignIn(session.get().signIn, left);
};

/** Hides everything after the person has signed out, in all tabs; then signs out at the provider, if it can. */
export const showSignedOut = (
  providerAddress: string | undefined,
  how: typeof left = "left",
): void => {
  storeSession({ signIn: session.get().signIn, person: null });
  hideAll(how);
  if (providerAddress) location.assign(providerAddress);
};

/** Another tab has stored a session: a person signed in or out there. */
const heard = ({ key, newValue }: StorageEvent): void => {
  if (newValue === null || (key !== sessionKey && key !== changedKey)) return;
  const isLeft = newValue.includes('"person":null') && !newValue.includes('"signIn":"none"');
  // Also if the gateway doesn't answer the read that follows.
  if (isLeft) hideAll("left");
  // A read that is in flight may have been answered before the change.
  void Promise.resolve(reading).then(() => refreshSession(isLeft ? "left" : "ended"));
};

let isWatched = false;

const startWatching = (): void => {
  if (isWatched) return;
  isWatched = true;
  addEventListener("storage", heard);
  // The session may have changed while the person was elsewhere.
  addEventListener("focus", () => {
    if (session.get().signIn !== "none") void refreshSession();
  });
  // Back can show a page as it was left, before anything runs in it.
  const root = document.documentElement;
  addEventListener("pagehide", ({ persisted }) => {
    root.hidden = persisted && session.get().signIn !== "none";
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    if (hasSignedOut()) hideAll(left);
    void refreshSession().finally(() => (root.hidden = false));
  });
};

/** Shows what follows from the session of this page, and follows it from then on, in this tab and others. */
export const watchSession = (): void => {
  startWatching();
  // A call may have been refused already.
  if (signInScreen.get() !== null) return;
  // Signed out elsewhere: before the person of this page signed in, or while it was loading.
  if (pageState.session.person && hasSignedOut()) void refreshSession();
  else follow(pageState.session, "ended");
};

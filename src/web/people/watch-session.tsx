import type { Person, Session } from "#contract/people.ts";
import { isSignedOut } from "#web/api/api-error.ts";
import { queryClient } from "#web/api/query-client.ts";
import { session, sessionKey } from "#web/api/session.ts";
import { signInDialog, signInScreen } from "#web/sign-in-place.ts";
import { hasSignedOut, readSession, startSession, storeSession } from "./read-session.ts";
import { SignInDialog } from "./sign-in-dialog.tsx";
import { ChangedPerson, type Ending, SignInScreen, WithoutRole } from "./whole-window.tsx";

/** Whether a screen shows data that a person may be working on. */
const isAtWork = (): boolean =>
  signInScreen.get() === null &&
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ queryKey, state }) => queryKey[0] !== "connection" && state.data !== undefined);

const showSignIn = (signIn: Session["signIn"], ending: Ending): void => {
  if ((ending === "ended" || ending === "administrator") && isAtWork())
    signInDialog.set(
      <SignInDialog signIn={signIn} ending={ending} onClose={() => signInDialog.set(null)} />,
    );
  else if (signInScreen.get() === null || ending === "left" || ending === "leftHere") {
    signInDialog.set(null);
    signInScreen.set(<SignInScreen signIn={signIn} ending={ending} />);
  }
};

/** How the person signed out; reset by the next sign-in. */
let left: "left" | "leftHere" = "left";

/** Continues as a person: reads are repeated, changes never. */
const goOn = ({ signIn, person }: Session): void => {
  left = "left";
  startSession({ signIn, person });
  signInDialog.set(null);
  signInScreen.set(null);
  void queryClient.refetchQueries({
    type: "active",
    predicate: ({ state: { error } }) => isSignedOut(error),
  });
};

/** The page keeps its person until it is loaded again, so that drafts are stored for the one who typed them. */
const showChange = (signIn: Session["signIn"], person: Person, before: string): void => {
  storeSession({ signIn, person });
  signInDialog.set(null);
  signInScreen.set(<ChangedPerson name={person.name} before={before} />);
};

/** Also during work: without a role, nothing may be read any more. Drafts stay in this browser. */
const showWithoutRole = (name: string): void => {
  signInDialog.set(null);
  signInScreen.set(<WithoutRole name={name} />);
};

const follow = (now: Session, ending: Ending): void => {
  const before = session.get().person;
  if (now.withoutRole !== undefined) showWithoutRole(now.withoutRole);
  else if (now.signIn !== "none" && !now.person)
    showSignIn(
      now.signIn,
      before ? (ending === "ended" ? (now.endedBy ?? ending) : ending) : "none",
    );
  else if (now.person && before && now.person.id !== before.id)
    showChange(now.signIn, now.person, before.name);
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
  // Later, another person may use this page.
  queryClient.clear();
};

const signedInKey = "supercargo.signed-in";

/** Tells the other tabs that a person has signed in: the stored session of the same person stays as it was. */
export const announceSignIn = (): void => {
  try {
    localStorage.setItem(signedInKey, String(Date.now()));
  } catch {
    // Without storage, another tab notices when it is used again.
  }
};

/** Another tab has stored a session: a person signed in or out there. */
const heard = ({ key, newValue }: StorageEvent): void => {
  if (newValue === null || (key !== sessionKey && key !== signedInKey)) return;
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
  // A person comes back from signing in elsewhere.
  addEventListener("focus", () => {
    if (signInDialog.get() ?? signInScreen.get()) void refreshSession();
  });
};

/** Reads the session, and follows it from then on, in this tab and others. */
export const watchSession = (): Promise<void> => {
  startWatching();
  return refreshSession();
};

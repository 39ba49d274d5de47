import { Button, Title } from "@mantine/core";
import { type ReactNode, useLayoutEffect } from "react";
import * as z from "zod/mini";
import { type Person, Session, sessionPath, signInPath, whyWithoutRole } from "#contract/people.ts";
import { readAnswer } from "#contract/read.ts";
import { queryClient } from "#web/api/query-client.ts";
import { forget, remember } from "#web/base/remember.ts";
import { type KnownSession, session } from "#web/base/session.ts";
import { pageState } from "#web/base/page-state.ts";
import { isProxySignOut } from "#web/base/api-error.ts";
import { signInScreen } from "#web/base/shell-stores.ts";
import { Logo } from "#web/kit/logo.tsx";
import { notificationStore } from "#web/kit/notify.ts";
import "./people.css";

/** Shown in place of all screens. */
const WholeWindow = ({ title, children }: { title: string; children: ReactNode }) => {
  // The title of the screen before can name a record.
  useLayoutEffect(() => void (document.title = `${title} · Supercargo`), [title]);
  return (
    <main className="people" id="main">
      <div className="people__sheet">
        <p className="brand" aria-hidden="true">
          <Logo />
          Supercargo
        </p>
        <Title order={1} className="people__title">
          {title}
        </Title>
        {children}
      </div>
    </main>
  );
};

/** The address that signs in and then returns to an address of the console. */
const signInAddress = (returnTo: string): string =>
  `${signInPath}?${new URLSearchParams({ returnTo })}`;

const endings = {
  /** Nothing is known of an earlier session. */
  none: "",
  ended: "Your session ended. Your drafts are kept in this browser.",
  administrator: "An administrator ended your session. Your drafts are kept in this browser.",
  left: "You signed out. Your drafts are kept in this browser.",
  /** The person wanted to sign out everywhere, and the gateway no longer knew who they were. */
  leftHere:
    "Your session had already ended, so you may still be signed in elsewhere. Sign in, then sign out everywhere. Your drafts are kept in this browser.",
};
/** Why a person has to sign in. */
export type Ending = keyof typeof endings;

interface SignInScreenProps extends Pick<KnownSession, "signIn"> {
  ending: Ending;
}

/** Asks to sign in, and then returns to the address. */
export const SignInScreen = ({ signIn, ending }: SignInScreenProps) => (
  <WholeWindow title="Sign in to Supercargo">
    {endings[ending] && <p role="status">{endings[ending]}</p>}
    {signIn === "header" ? (
      <>
        <p>Your organization's sign-in didn't identify you. Reload the page to sign in.</p>
        <Button variant="filled" fullWidth onClick={() => location.reload()}>
          Reload
        </Button>
      </>
    ) : (
      <>
        <p>Use your organization's account.</p>
        <Button
          variant="filled"
          fullWidth
          component="a"
          href={signInAddress(location.pathname + location.search + location.hash)}
        >
          Sign in
        </Button>
      </>
    )}
  </WholeWindow>
);

/** Shown to a person whom the organization's sign-in identifies, and who has no role here. */
export const WithoutRole = ({ name }: { name: string }) => (
  <WholeWindow title="You have no role">
    <p role="status">{whyWithoutRole(name)} Then reload this page.</p>
    <p>To use another account, sign out of your organization's sign-in first.</p>
    <Button variant="filled" fullWidth onClick={() => location.reload()}>
      Reload
    </Button>
  </WholeWindow>
);

/** Shown until the page is loaded for another person; the browser may ask first, because a run is in progress. */
export const ChangedPerson = ({ name }: { name: string }) => (
  <WholeWindow title={`Signed in as ${name}`}>
    <Button variant="filled" fullWidth onClick={() => location.reload()}>
      Continue as {name}
    </Button>
  </WholeWindow>
);

/** What the gateway would answer if the proxy that signs people in let the request through. */
const endedAtProxy: Session = { signIn: "header", person: null, expiresAt: null, idleUntil: null };

/** Asks the gateway who is signed in; undefined if it gives no answer. It sends no request to the upstream. */
const readSession = async (): Promise<Session | undefined> => {
  try {
    const response = await fetch(sessionPath, {
      headers: { Accept: "application/json", "X-Requested-By": "supercargo" },
      redirect: "manual",
    });
    const json: unknown = await response.json().catch(() => undefined);
    if (isProxySignOut(response, json)) return endedAtProxy;
    if (!response.ok) return undefined;
    const { value, problems } = readAnswer(Session, json);
    return problems.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The session of this browser, which other tabs follow. */
const storedSession = remember<KnownSession | undefined>(
  "session",
  z.optional(z.custom<KnownSession>((value) => typeof value === "object" && value !== null)),
);
/** Makes the other tabs read the session: the stored one of the same person stays as it was, about which they hear nothing. */
const sessionChanged = remember("session-changed", z._default(z.number(), 0));

/** Whether the person signed out in this browser; a session that ends otherwise leaves its person stored. */
const hasSignedOut = (): boolean => storedSession.get()?.person === null;

/** Stores a session for other tabs. This page keeps its own. */
const storeSession = ({ signIn, person, expiresAt }: KnownSession): boolean =>
  storedSession.set({
    signIn,
    ...(expiresAt && { expiresAt }),
    person: person && { id: person.id, name: person.name, role: person.role },
  });

/** Makes a session this page's, and stores it. */
const startSession = (next: KnownSession): void => {
  storeSession(next);
  const { signIn, person } = session.get();
  if (JSON.stringify([signIn, person]) !== JSON.stringify([next.signIn, next.person]))
    session.set(next);
};

/** Removes what was read from the API, from this page and this browser. Drafts and runs are the person's own work, and stay. */
const dropRecords = (): void => {
  queryClient.clear();
  notificationStore.set(null);
  forget("seen.");
};

/** Takes the place of all screens. What the person typed is stored; they go on from there after they sign in. */
const showSignIn = (signIn: Session["signIn"], ending: Ending): void => {
  const isNew = signInScreen.get() === null;
  if (!isNew && ending !== "left" && ending !== "leftHere") return;
  signInScreen.set(<SignInScreen signIn={signIn} ending={ending} />);
  dropRecords();
  if (isNew) sessionChanged.set(Date.now());
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

/**
 * Loads the page of another person. It keeps its own until then, so that drafts are stored for the one who typed them.
 * The screens leave first: their guards would ask about changes that are stored.
 */
const showChange = (now: Session & { person: Person }): void => {
  storeSession(now);
  signInScreen.set(<ChangedPerson name={now.person.name} />);
  queryClient.clear();
  setTimeout(() => location.reload());
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
    const was = before ?? storedSession.get()?.person;
    const how = ending === "ended" ? (now.endedBy ?? ending) : ending;
    showSignIn(signIn, was ? how : "none");
  } else if (person && before && person.id !== before.id) showChange({ ...now, person });
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

/** Another tab has stored a session, or has shown that it ended. */
const hear = (isLeft: boolean): void => {
  // Also if the gateway doesn't answer the read that follows.
  if (isLeft) hideAll("left");
  // A read that is in flight may have been answered before the change.
  void Promise.resolve(reading).then(() => refreshSession(isLeft ? "left" : "ended"));
};

let isWatched = false;

const startWatching = (): void => {
  if (isWatched) return;
  isWatched = true;
  storedSession.subscribe((from) => {
    if (from === "another tab") hear(hasSignedOut() && storedSession.get()?.signIn !== "none");
  });
  sessionChanged.subscribe((from) => {
    if (from === "another tab") hear(false);
  });
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

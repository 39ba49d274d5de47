import "./people.css";
import { Button, Title } from "@mantine/core";
import { type ReactNode, useLayoutEffect } from "react";
import { signInPath, whyWithoutRole } from "#contract/people.ts";
import type { KnownSession } from "#web/base/session.ts";
import { Logo } from "#web/kit/logo.tsx";

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

/** Shown when another person has signed in in this browser, with this page open. */
export const ChangedPerson = ({ name, before }: { name: string; before: string }) => (
  <WholeWindow title={`Signed in as ${name}`}>
    <p>
      This tab was open for {before}. The drafts of {before} are kept in this browser until {before}{" "}
      signs in again.
    </p>
    <Button variant="filled" fullWidth onClick={() => location.reload()}>
      Continue as {name}
    </Button>
  </WholeWindow>
);

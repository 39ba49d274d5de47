import { useEffect } from "react";
import { session } from "#web/api/session.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { useValue } from "#web/ui/value-store.ts";
import { announceSignIn, refreshSession } from "./watch-session.tsx";

/** The end of signing in in a window of its own: tells the other tabs, and closes. */
export const SignedIn = () => {
  const person = useValue(session).person;
  useEffect(() => {
    void refreshSession().then(() => {
      announceSignIn();
      // Browsers close only windows that a page has opened.
      window.close();
    });
  }, []);
  return (
    <Screen title={person ? `Signed in as ${person.name}` : "Signing in…"}>
      <Notice
        title="You can close this window"
        tone="good"
        actions={<ButtonLink to="/">Go to the overview</ButtonLink>}
      >
        <p>Your work continues in the other window.</p>
      </Notice>
    </Screen>
  );
};

import { Menu } from "@mantine/core";
import { useState } from "react";
import { roleTexts, SignOutAnswer, signOutPath } from "#contract/people.ts";
import { readAnswer } from "#contract/read.ts";
import { session } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import { notify } from "#web/kit/notify.ts";
import { Panel } from "#web/kit/panels.tsx";
import { PersonFace } from "./person-face.tsx";
import { showSignedOut } from "./watch-session.tsx";

/** Signs the person out here or, with `everywhere`, in all browsers; then hides everything. */
export const signOut = async (everywhere: boolean): Promise<void> => {
  const response = await fetch(signOutPath, {
    method: "POST",
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-Requested-By": "supercargo",
    },
    body: JSON.stringify({ everywhere }),
  }).catch(() => undefined);
  // The session has ended already, so the gateway doesn't know whose other sessions to end.
  const isTooLate = response?.status === 401;
  if (!response?.ok && !isTooLate)
    return notify("You're still signed in: the server didn't respond. Try again.");
  const { value } = readAnswer(SignOutAnswer, await response.json().catch(() => undefined));
  showSignedOut(value?.providerSignOut ?? undefined, everywhere && isTooLate ? "leftHere" : "left");
};

/** The commands of the person who is signed in. Opens when it is rendered for the first time. */
export const PersonMenu = () => {
  const [opened, setOpened] = useState(true);
  const { signIn, person } = useValue(session);
  return (
    <Menu
      opened={opened}
      position="top-start"
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      onChange={setOpened}
    >
      <Menu.Target>
        <PersonFace />
      </Menu.Target>
      <Menu.Dropdown className="menu">
        <Panel onClose={() => setOpened(false)}>
          {person && (
            <Menu.Label className="people__role">
              {roleTexts[person.role]?.name}: {roleTexts[person.role]?.may}
            </Menu.Label>
          )}
          {signIn === "header" ? (
            <Menu.Label className="people__role">
              Your organization's sign-in page signs you out.
            </Menu.Label>
          ) : (
            <>
              <Menu.Item onClick={() => void signOut(false)}>Sign out</Menu.Item>
              <Menu.Item onClick={() => void signOut(true)}>Sign out everywhere</Menu.Item>
            </>
          )}
        </Panel>
      </Menu.Dropdown>
    </Menu>
  );
};

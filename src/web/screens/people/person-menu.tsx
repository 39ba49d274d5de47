import { Menu } from "@mantine/core";
import { useState } from "react";
import { roleTexts } from "#contract/people.ts";
import { session } from "#web/base/session.ts";
import { PersonFace } from "./person-face.tsx";
import { Panel } from "#web/kit/panel.tsx";
import { useValue } from "#web/base/value-store.ts";
import { signOut } from "./sign-out.ts";

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

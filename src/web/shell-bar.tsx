import { IconHelpCircle } from "@tabler/icons-react";
import { UnstyledButton } from "@mantine/core";
import { openHelp } from "#web/kit/open-palette.ts";
import { ConnectionState } from "./connection-state.tsx";
import { MainNav } from "./main-nav.tsx";
import { PersonState } from "#web/screens/people/person-face.tsx";

/** The side bar: links to the screens, help, the person, and the connection state. */
export const ShellBar = () => (
  <>
    <MainNav />
    <div className="shell__foot">
      <UnstyledButton className="main-nav__link" aria-haspopup="dialog" onClick={openHelp}>
        <IconHelpCircle aria-hidden="true" size={17} stroke={1.75} />
        Help
      </UnstyledButton>
      <PersonState />
      <ConnectionState />
    </div>
  </>
);

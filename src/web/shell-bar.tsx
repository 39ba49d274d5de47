import { ConnectionState } from "./connection-state.tsx";
import { MainNav } from "./main-nav.tsx";
import { PersonState } from "./person-face.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";

/** The side bar: links to the screens, the connection state, and the color scheme. */
export const ShellBar = () => (
  <>
    <MainNav />
    <div className="shell__foot">
      <PersonState />
      <ConnectionState />
      <SchemeSwitch />
    </div>
  </>
);

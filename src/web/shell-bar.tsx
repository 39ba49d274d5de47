import { ConnectionState } from "./connection-state.tsx";
import { MainNav } from "./main-nav.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";

/** The ways to all screens, how the connection is, and the colours. */
export const ShellBar = () => (
  <>
    <MainNav />
    <div className="shell__foot">
      <ConnectionState />
      <SchemeSwitch />
    </div>
  </>
);

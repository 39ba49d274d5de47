import { ConnectionState } from "./connection-state.tsx";
import { MainNav } from "./main-nav.tsx";
import { PersonState } from "#web/screens/people/person-face.tsx";
import { firstData } from "#web/base/when-idle.ts";
import { later } from "#web/kit/later.tsx";

/**
 * With its animation it is 4 KB, which the first screen does not wait for. If the server stops before it loads, there is
 * none: the settings have the same choice.
 */
const SchemeSwitch = later(async () => {
  await firstData;
  return import("./scheme-switch.tsx").then(
    ({ SchemeSwitch: Switch }) => Switch,
    () => () => null,
  );
});

/** The side bar: links to the screens, the connection state, and the color scheme. */
export const ShellBar = () => (
  <>
    <MainNav />
    <div className="shell__foot">
      <PersonState />
      <ConnectionState />
      <div className="shell__scheme">
        <SchemeSwitch />
      </div>
    </div>
  </>
);

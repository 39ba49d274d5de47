import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { connection } from "#web/api/connection.ts";
import { firstData } from "#web/base/when-idle.ts";
import { later } from "#web/kit/later.tsx";
import { Logo } from "#web/kit/logo.tsx";
import { openPalette, paletteStore } from "#web/kit/open-palette.ts";
import { session } from "#web/base/session.ts";
import { reachStore, signInScreen } from "#web/base/shell-stores.ts";
import { nameUpstream } from "./connection-state.tsx";
import { ShellBar } from "./shell-bar.tsx";
import { notificationStore } from "#web/kit/notify.ts";
import { settingsHeard } from "#web/base/settings.ts";
import { useValue } from "#web/base/value-store.ts";

const ShellDrawer = later(async () => (await import("./shell-drawer.tsx")).ShellDrawer);

/** Whose records these are: the account, or the address until it is known. Its request comes after the first data. */
const AccountName = later(async () => {
  await firstData;
  return import("./account-name.tsx").then(
    ({ AccountName: Name }) => Name,
    () =>
      ({ instead }: { instead: ReactNode }) =>
        instead,
  );
});

const Account = () => {
  const { data } = useQuery(connection());
  const upstream = data && nameUpstream(data);
  return <AccountName instead={upstream} />;
};

/** On a narrow screen the bar is a drawer; its code loads when a person presses the button. */
const NarrowNav = () => {
  const { href } = useLocation();
  // Open for one address only: any navigation closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <>
      <UnstyledButton
        className="shell__menu"
        aria-haspopup="dialog"
        onPointerDown={() => void ShellDrawer.load().catch(() => undefined)}
        onClick={() => setOpenAt(href)}
      >
        Menu
      </UnstyledButton>
      {openAt === href && (
        <ShellDrawer onClose={() => setOpenAt(undefined)} onFail={() => setOpenAt(undefined)} />
      )}
    </>
  );
};

/** Opens the command palette; on a narrow screen it is in the header. */
const SearchButton = () => (
  <UnstyledButton
    className="shell__search"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={openPalette}
  >
    Search <kbd aria-hidden="true">Ctrl K</kbd>
  </UnstyledButton>
);

/** The live region for notifications. */
const NotificationPlace = () => (
  <div className="shell__said" role="status" aria-live="polite">
    {useValue(notificationStore)}
  </div>
);

/** The frame of all screens: navigation, connection state, and notifications. */
const Frame = () => (
  <div className="shell">
    <a className="shell__skip" href="#main">
      Skip to content
    </a>
    <header className="shell__bar">
      <Link to="/" className="brand shell__brand">
        <Logo />
        <span>
          Supercargo
          <span className="shell__account">
            <Account />
          </span>
        </span>
      </Link>
      <SearchButton />
      <div className="shell__wide">
        <ShellBar />
      </div>
      <div className="shell__narrow">
        <NarrowNav />
      </div>
    </header>
    <main id="main" className="shell__main" tabIndex={-1}>
      {useValue(reachStore)}
      <Outlet key={`${useValue(settingsHeard)} ${useValue(session).person?.id}`} />
    </main>
    <NotificationPlace />
    {useValue(paletteStore)}
  </div>
);

/** All screens, or the sign-in screen in their place. */
export const Shell = () => useValue(signInScreen) ?? <Frame />;

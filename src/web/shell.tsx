import { UnstyledButton } from "@mantine/core";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Logo } from "./logo.tsx";
import { ShellBar } from "./shell-bar.tsx";
import { notificationPlace } from "./ui/notify.ts";
import { useValue } from "./ui/value-store.ts";

const loadDrawer = () => import("./shell-drawer.tsx");
const ShellDrawer = lazy(async () => ({ default: (await loadDrawer()).ShellDrawer }));

/** On a narrow screen the bar is a drawer, which comes as somebody reaches for it. */
const NarrowNav = () => {
  const { href } = useLocation();
  // Open for one address: going anywhere closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <>
      <UnstyledButton
        className="shell__menu"
        aria-haspopup="dialog"
        onPointerDown={() => void loadDrawer()}
        onClick={() => setOpenAt(href)}
      >
        Menu
      </UnstyledButton>
      {openAt === href && (
        <Suspense>
          <ShellDrawer onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </>
  );
};

/** A live region that announces what was done. */
const NotificationPlace = () => (
  <div className="shell__said" role="status" aria-live="polite">
    {useValue(notificationPlace)}
  </div>
);

/** What stands around every screen: the way to all others, how the connection is, and the place for messages. */
export const Shell = () => (
  <div className="shell">
    <a className="shell__skip" href="#main">
      Skip to content
    </a>
    <header className="shell__bar">
      <Link to="/" className="shell__brand" aria-label="Supercargo, go to the overview">
        <Logo />
        <span>Supercargo</span>
      </Link>
      <div className="shell__wide">
        <ShellBar />
      </div>
      <div className="shell__narrow">
        <NarrowNav />
      </div>
    </header>
    <main id="main" className="shell__main" tabIndex={-1}>
      <Outlet />
    </main>
    <NotificationPlace />
  </div>
);

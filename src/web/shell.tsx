import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ConnectionState } from "./connection-state.tsx";
import { Logo } from "./logo.tsx";
import { MainNav } from "./main-nav.tsx";
import { SchemeSwitch } from "./scheme-switch.tsx";
import { Notifications } from "./ui/notifications.tsx";

const Bar = () => (
  <>
    <MainNav />
    <div className="shell__foot">
      <ConnectionState />
      <SchemeSwitch />
    </div>
  </>
);

/** On a narrow screen the bar is a drawer: the browser's own dialog, which keeps the focus and closes on Escape. */
const NarrowNav = () => {
  const drawer = useRef<HTMLDialogElement>(null);
  const { href } = useLocation();
  useEffect(() => drawer.current?.close(), [href]);
  return (
    <>
      <button
        type="button"
        className="shell__menu"
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        Menu
      </button>
      <dialog
        ref={drawer}
        className="shell__drawer"
        aria-label="Menu"
        onClick={(event) => event.target === drawer.current && drawer.current?.close()}
      >
        <div className="shell__drawer-body">
          <button type="button" className="shell__menu" onClick={() => drawer.current?.close()}>
            Close
          </button>
          <Bar />
        </div>
      </dialog>
    </>
  );
};

/** What stands around every screen: the way to all others, how the connection is, and the place for messages. */
export const Shell = () => (
  <div className="shell">
    <a className="shell__skip" href="#main">
      Skip to the content
    </a>
    <header className="shell__bar">
      <Link to="/" className="shell__brand" aria-label="Supercargo, to the overview">
        <Logo />
        <span>Supercargo</span>
      </Link>
      <div className="shell__wide">
        <Bar />
      </div>
      <div className="shell__narrow">
        <NarrowNav />
      </div>
    </header>
    <main id="main" className="shell__main" tabIndex={-1}>
      <Outlet />
    </main>
    <Notifications />
  </div>
);

import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
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

const Drawer = ({ onClose }: { onClose: () => void }) => {
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => drawer.current?.showModal(), []);
  return (
    <dialog
      ref={drawer}
      className="shell__drawer"
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => event.target === drawer.current && onClose()}
    >
      <div className="shell__drawer-body">
        <button type="button" className="shell__menu" onClick={onClose}>
          Close
        </button>
        <Bar />
      </div>
    </dialog>
  );
};

/** On a narrow screen the bar is a drawer: the browser's own dialog, which keeps the focus and closes on Escape. */
const NarrowNav = () => {
  const { href } = useLocation();
  // Open for one address: going anywhere closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <>
      <button
        type="button"
        className="shell__menu"
        aria-haspopup="dialog"
        onClick={() => setOpenAt(href)}
      >
        Menu
      </button>
      {openAt === href && <Drawer onClose={() => setOpenAt(undefined)} />}
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

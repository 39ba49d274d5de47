import "./screen.css";
import { Breadcrumbs, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Operation } from "#contract/operation.ts";
import { type ReactNode, useDeferredValue, useEffect, useRef } from "react";
import { endFirstLoad, isFirstLoad, isHistoryMove } from "#web/base/history.ts";
import { lastListSearch } from "#web/base/list-search.ts";
import { useServed } from "#web/base/served.ts";
import { later } from "./later.tsx";
import { openHelp } from "./open-palette.ts";

// Rarely shown.
const BaseAddressNotice = later(
  async () => (await import("./base-address-notice.tsx")).BaseAddressNotice,
);

/** A breadcrumb. */
export interface Crumb {
  label: string;
  to: string;
}

interface ScreenProps {
  /** The h1 and the page's title. */
  title: string;
  /** The number of records that wait, for the page's title. */
  count?: number | undefined;
  crumbs?: readonly Crumb[];
  /** Shown next to the heading, such as the record's status. */
  beside?: ReactNode;
  actions?: ReactNode;
  lead?: ReactNode;
  /** A list that fills the window and scrolls inside. */
  fill?: boolean;
  /** The operation without which there is no content, and what is shown where the upstream lacks it. */
  needs?: Operation;
  unserved?: ReactNode;
  children: ReactNode;
}

/**
 * A screen: title, breadcrumbs, heading first. After navigation the heading takes the focus, so that it is read out.
 */
export const Screen = ({
  title,
  count,
  crumbs = [],
  beside,
  actions,
  lead,
  fill,
  needs,
  unserved,
  children,
}: ScreenProps) => {
  const served = useServed(...(needs ? [needs] : []));
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading is painted and focused before the browser lays out the content. On the first load, index.html shows it.
  const hasContent = useDeferredValue(true, isFirstLoad() || isHistoryMove());
  useEffect(() => {
    document.title = `${count ? `(${count}) ` : ""}${title} · Supercargo`;
  }, [title, count]);
  useEffect(() => {
    // Not on the first load: there the skip link must be first.
    if (!isFirstLoad()) heading.current?.focus({ preventScroll: true });
    endFirstLoad();
  }, []);
  return (
    <div className="screen" data-fill={fill || undefined} aria-busy={!hasContent || undefined}>
      {crumbs.length > 0 && (
        <nav className="screen__crumbs" aria-label="Breadcrumbs">
          <Breadcrumbs classNames={{ breadcrumb: "screen__crumb" }}>
            {crumbs.map(({ label, to }) => (
              <Link
                key={to}
                to={to}
                search={lastListSearch(to)}
                // It leads to another screen than the current one, whose address begins with its own.
                activeOptions={{ exact: true }}
              >
                {label}
              </Link>
            ))}
            <span aria-current="page">{title}</span>
          </Breadcrumbs>
        </nav>
      )}
      <header className="screen__head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <UnstyledButton
          className="screen__help"
          aria-label="About this screen"
          aria-haspopup="dialog"
          title="About this screen (?)"
          onClick={openHelp}
        >
          ?
        </UnstyledButton>
        {beside}
        {actions && <div className="screen__actions">{actions}</div>}
      </header>
      {lead && <div className="screen__lead">{lead}</div>}
      {hasContent && (served ? children : <BaseAddressNotice>{unserved}</BaseAddressNotice>)}
    </div>
  );
};

/** A titled section of a screen. */
export const Sheet = ({
  title,
  note,
  children,
  flush,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
  flush?: boolean;
}) => (
  <section className="sheet" aria-label={title}>
    <div className="sheet__head">
      <h2>{title}</h2>
      {note && <div className="sheet__note">{note}</div>}
    </div>
    {flush ? children : <div className="sheet__body">{children}</div>}
  </section>
);

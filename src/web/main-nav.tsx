import {
  IconArrowBackUp,
  IconArrowsSplit2,
  IconAlertTriangle,
  IconClipboardCheck,
  IconHistory,
  IconHome,
  IconPackage,
  IconPackageImport,
  IconPlugConnected,
  IconReplace,
  IconSettings,
  IconTag,
  IconWebhook,
} from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { session, whyForbidden } from "#web/base/session.ts";
import { mainScreens, screenPermissions } from "#web/base/main-screens.ts";
import { useValue } from "#web/base/value-store.ts";
import { exceptionCount, waitingCount } from "./waiting-count.ts";

/** The icon of each main screen. */
export const screenIcons = {
  "/": IconHome,
  "/exceptions": IconAlertTriangle,
  "/rmas": IconClipboardCheck,
  "/returns": IconArrowBackUp,
  "/purchase-orders": IconPackage,
  "/received-orders": IconPackageImport,
  "/products": IconTag,
  "/mapping-rules": IconArrowsSplit2,
  "/mapping-sets": IconReplace,
  "/webhooks": IconWebhook,
  "/connection": IconPlugConnected,
  "/audit": IconHistory,
  "/settings": IconSettings,
} as const;

const ExceptionCount = () => {
  const count = useValue(exceptionCount);
  return count && <span className="main-nav__count">{count}</span>;
};

/** Links to all main screens, with the number of RMAs to decide. */
export const MainNav = () => {
  const waiting = useValue(waitingCount);
  const waitingId = useId();
  // The role may change.
  useValue(session);
  const isActivity = useLocation({
    select: ({ pathname }) => /^\/(?:people|bulk-runs)(?:\/|$)/.test(pathname),
  });
  return (
    <nav className="main-nav" aria-label="Main">
      {mainScreens.map(({ title, links }) => (
        <div key={title}>
          {title && <p className="label main-nav__title">{title}</p>}
          <ul>
            {links.map(({ to, label }) => {
              const Icon = screenIcons[to];
              const permission = screenPermissions[to];
              // Who may not see the changes sees the bulk runs.
              const isLocked = permission !== undefined && whyForbidden(permission) !== undefined;
              return (
                <li key={to}>
                  <Link
                    to={isLocked ? "/bulk-runs" : to}
                    search={{}}
                    className="main-nav__link"
                    activeOptions={{ exact: to === "/", includeSearch: false }}
                    aria-current={to === "/audit" && isActivity ? "page" : undefined}
                    aria-describedby={to === "/rmas" ? waitingId : undefined}
                  >
                    <Icon aria-hidden="true" size={17} stroke={1.75} />
                    {label}
                    {to === "/exceptions" && <ExceptionCount />}
                    {to === "/rmas" && waiting && (
                      <span key={waiting} className="main-nav__count" aria-hidden="true">
                        {waiting}
                      </span>
                    )}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      <span id={waitingId} hidden>
        {waiting && `${waiting} to decide`}
      </span>
    </nav>
  );
};

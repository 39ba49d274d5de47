import { UnstyledButton } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowsSplit2,
  IconClipboardCheck,
  IconHistory,
  IconStack2,
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
import { type ReactNode, useId } from "react";
import { session, whyForbidden } from "#web/base/session.ts";
import { mainScreens, screenPermissions } from "#web/base/main-screens.ts";
import { notify } from "#web/kit/notify.ts";
import { useValue } from "#web/base/value-store.ts";
import { waitingCount } from "./waiting-count.ts";

/** The icon of each main screen. */
export const screenIcons = {
  "/": IconHome,
  "/rmas": IconClipboardCheck,
  "/returns": IconArrowBackUp,
  "/purchase-orders": IconPackage,
  "/received-orders": IconPackageImport,
  "/products": IconTag,
  "/mapping-rules": IconArrowsSplit2,
  "/mapping-sets": IconReplace,
  "/webhooks": IconWebhook,
  "/connection": IconPlugConnected,
  "/bulk-runs": IconStack2,
  "/audit": IconHistory,
  "/settings": IconSettings,
} as const;

/** In place of the link to a screen that the role may not see: pressing it says why, which also describes it. */
const LockedLink = ({ why, children }: { why: string; children: ReactNode }) => (
  <UnstyledButton
    className="main-nav__link"
    aria-disabled
    aria-description={why}
    title={why}
    onClick={() => notify(why)}
  >
    {children}
  </UnstyledButton>
);

/** Links to all main screens, with the number of RMAs to decide. */
export const MainNav = () => {
  const waiting = useValue(waitingCount);
  const waitingId = useId();
  // The role may change.
  useValue(session);
  // The signed-in people are a part of Activity.
  const isPeople = useLocation({ select: ({ pathname }) => pathname === "/people" });
  return (
    <nav className="main-nav" aria-label="Main">
      {mainScreens.map(({ title, links }) => (
        <div key={title}>
          {title && <p className="label main-nav__title">{title}</p>}
          <ul>
            {links.map(({ to, label }) => {
              const Icon = screenIcons[to];
              const icon = <Icon aria-hidden="true" size={17} stroke={1.75} />;
              const permission = screenPermissions[to];
              const why = permission && whyForbidden(permission);
              return (
                <li key={to}>
                  {why ? (
                    <LockedLink why={why}>
                      {icon}
                      {label}
                    </LockedLink>
                  ) : (
                    <Link
                      to={to}
                      className="main-nav__link"
                      activeOptions={{ exact: to === "/", includeSearch: false }}
                      aria-current={to === "/audit" && isPeople ? "page" : undefined}
                      aria-describedby={to === "/rmas" ? waitingId : undefined}
                    >
                      {icon}
                      {label}
                      {to === "/rmas" && waiting && (
                        <span className="main-nav__count" aria-hidden="true">
                          {waiting}
                        </span>
                      )}
                    </Link>
                  )}
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

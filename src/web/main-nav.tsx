import {
  IconArrowBackUp,
  IconArrowsSplit2,
  IconClipboardCheck,
  IconHome,
  IconPackage,
  IconPackageImport,
  IconPlugConnected,
  IconReplace,
  IconTag,
  IconWebhook,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

const groups = [
  { title: "", links: [{ to: "/", label: "Overview", Icon: IconHome }] },
  {
    title: "Returns desk",
    links: [
      { to: "/rmas", label: "RMAs", Icon: IconClipboardCheck },
      { to: "/returns", label: "Returns", Icon: IconArrowBackUp },
    ],
  },
  {
    title: "Supply",
    links: [
      { to: "/purchase-orders", label: "Purchase orders", Icon: IconPackage },
      { to: "/received-orders", label: "Received orders", Icon: IconPackageImport },
      { to: "/products", label: "Products", Icon: IconTag },
    ],
  },
  {
    title: "Data",
    links: [
      { to: "/mapping-rules", label: "Mapping rules", Icon: IconArrowsSplit2 },
      { to: "/mapping-sets", label: "Mapping sets", Icon: IconReplace },
    ],
  },
  {
    title: "Links",
    links: [
      { to: "/webhooks", label: "Webhooks", Icon: IconWebhook },
      { to: "/connection", label: "Connection", Icon: IconPlugConnected },
    ],
  },
] as const;

/** Links to all main screens. */
export const MainNav = () => (
  <nav className="main-nav" aria-label="Main">
    {groups.map(({ title, links }) => (
      <div key={title}>
        {title && <p className="main-nav__title">{title}</p>}
        <ul>
          {links.map(({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="main-nav__link"
                activeOptions={{ exact: to === "/", includeSearch: false }}
              >
                <Icon aria-hidden="true" size={17} stroke={1.75} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

import { type Permission, seeingChanges } from "#contract/people.ts";

/** The main screens as the navigation groups them. Each label is also the title of its screen. */
export const mainScreens = [
  { title: "", links: [{ to: "/", label: "Overview" }] },
  {
    title: "Returns desk",
    links: [
      { to: "/rmas", label: "RMAs" },
      { to: "/returns", label: "Returns" },
    ],
  },
  {
    title: "Supply",
    links: [
      { to: "/purchase-orders", label: "Purchase orders" },
      { to: "/received-orders", label: "Received orders" },
      { to: "/products", label: "Products" },
    ],
  },
  {
    title: "Catalog rules",
    links: [
      { to: "/mapping-rules", label: "Mapping rules" },
      { to: "/mapping-sets", label: "Mapping sets" },
    ],
  },
  {
    title: "Integrations",
    links: [
      { to: "/webhooks", label: "Webhooks" },
      { to: "/connection", label: "Connection" },
      { to: "/audit", label: "Activity" },
      { to: "/settings", label: "Settings" },
    ],
  },
] as const;

/** What a person must be allowed to do for a main screen, where that is more than to be signed in. */
export const screenPermissions: Readonly<Partial<Record<string, Permission>>> = {
  "/audit": seeingChanges,
};

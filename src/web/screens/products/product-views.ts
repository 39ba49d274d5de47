import type { ListSearch } from "#web/base/list-search.ts";
import { findPastDay } from "#web/base/start-of-day.ts";
import type { View } from "#web/kit/view-tabs.tsx";
import { withoutFilters } from "#web/screens/products/find/product-address.ts";

/** A view keeps the search text and clears every other filter. */
const view = (label: string, filter: ListSearch): View => ({
  label,
  filter: {
    ...withoutFilters,
    view: "",
    ...filter,
  },
});

/** The predefined filters of a channel's products. */
export const productViews = (now: number): View[] => [
  view("All", {}),
  view("Out of stock", { stock: "out" }),
  view("Below MAP", { map: "below" }),
  view("No image", { missing: "image" }),
  view("Updated in last 7 days", { since: findPastDay(7, now) }),
  view("Removed", { gone: "only" }),
  view("Overview", { view: "overview" }),
];

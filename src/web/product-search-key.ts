import type { AnyRouter } from "@tanstack/react-router";
import { productSearchFocus } from "./ui/product-search-focus.ts";

const isSearchKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === "k" &&
  !event.defaultPrevented;

/** Whether the product search is already open, with the person's filters. */
const isSearchOpen = ({ state: { location } }: AnyRouter): boolean =>
  location.pathname === "/products" && location.search["view"] !== "overview";

/** Opens the product search on Ctrl+K (Cmd+K on a Mac) from every screen, unless a dialog is open. */
export const watchProductSearchKey = (router: AnyRouter): void =>
  addEventListener("keydown", (event) => {
    if (!isSearchKey(event) || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    productSearchFocus.set(true);
    if (!isSearchOpen(router)) void router.navigate({ to: "/products" });
  });

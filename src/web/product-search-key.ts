import type { AnyRouter } from "@tanstack/react-router";
import { productSearchWish } from "./ui/product-search-wish.ts";

const isTheKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === "k" &&
  !event.defaultPrevented;

/** Whether the product search is already open, with the person's filters. */
const isThere = ({ state: { location } }: AnyRouter): boolean =>
  location.pathname === "/products" && location.search["view"] !== "overview";

/** Opens the product search on Ctrl+K (Cmd+K on a Mac) from every screen, unless a dialog is open. */
export const watchProductSearchKey = (router: AnyRouter): void =>
  addEventListener("keydown", (event) => {
    if (!isTheKey(event) || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    productSearchWish.set(true);
    if (!isThere(router)) void router.navigate({ to: "/products" });
  });

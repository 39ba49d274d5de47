import type { AnyRouter } from "@tanstack/react-router";
import { productSearchWish } from "./ui/product-search-wish.ts";

const isTheKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === "k" &&
  !event.defaultPrevented;

/** Whether the screen has the product search already, with the person's filters. */
const isThere = ({ state: { location } }: AnyRouter): boolean =>
  location.pathname === "/products" && location.search["view"] !== "overview";

/** Ctrl+K, or Cmd+K on a Mac, goes to the product search from every screen, unless a dialog waits for an answer. */
export const watchProductSearchKey = (router: AnyRouter): void =>
  addEventListener("keydown", (event) => {
    if (!isTheKey(event) || document.querySelector("[aria-modal=true]")) return;
    event.preventDefault();
    productSearchWish.set(true);
    if (!isThere(router)) void router.navigate({ to: "/products" });
  });

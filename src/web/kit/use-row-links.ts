import { useRouter } from "@tanstack/react-router";
import { rememberRow } from "./opened-row.ts";
import { type MouseEvent, type PointerEvent, useCallback, useRef } from "react";

/** Opens the row as its link would: in another tab with modifier keys. */
const clickRowLink = (target: Element, { ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  target
    .closest("[data-index]")
    ?.querySelector("[data-row-link]")
    ?.dispatchEvent(new globalThis.MouseEvent("click", init));
};

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** A plain link to a screen of this console, not handled by a router component. */
const ownLink = (target: Element): HTMLAnchorElement | null =>
  target.closest<HTMLAnchorElement>('a[href^="/"]:not([target], [download])');

const controls = "a, button, input, label, summary";

/**
 * Handles clicks in rows. Their links are plain, because a router link in each row would cost more than the rest of the
 * row; so the click is passed to the router here. Pointing at the first link loads the code of the screen that all of
 * them open.
 */
export const useRowLinks = () => {
  const router = useRouter();
  const fetched = useRef(false);
  const onClick = useCallback(
    (event: MouseEvent<HTMLDivElement>) => {
      const target = event.target as Element;
      const link = ownLink(target);
      if (link !== null) {
        if (!isPlain(event) || event.defaultPrevented) return;
        event.preventDefault();
        rememberRow(link);
        router.history.push(link.getAttribute("href") ?? "");
        return;
      }
      if (target.closest(controls) || document.getSelection()?.toString()) return;
      clickRowLink(target, event);
    },
    [router],
  );
  const onPointerOver = useCallback(
    ({ target }: PointerEvent<HTMLDivElement>) => {
      const link = fetched.current ? null : ownLink(target as Element);
      if (link === null) return;
      fetched.current = true;
      void router.preloadRoute({ to: link.pathname }).catch(() => {
        fetched.current = false;
      });
    },
    [router],
  );
  return { onClick, onPointerOver };
};

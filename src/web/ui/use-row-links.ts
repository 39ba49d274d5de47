import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useCallback } from "react";

/** Opens the row as its link would: in another tab where the keys held say so. */
const clickLinkOf = (target: Element, { ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  target
    .closest("[data-index]")
    ?.querySelector("[data-row-link]")
    ?.dispatchEvent(new globalThis.MouseEvent("click", init));
};

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * What a click into rows does. Their links are plain ones, since one of the router's in each of some dozen rows costs
 * more than all else that a row shows; so the click is taken to the router here.
 */
export const useRowLinks = () => {
  const { history } = useRouter();
  const onClick = useCallback(
    (event: MouseEvent<HTMLDivElement>) => {
      const target = event.target as Element;
      const link = target.closest("a[data-row-link]");
      if (link !== null) {
        if (!isPlain(event) || event.defaultPrevented) return;
        event.preventDefault();
        history.push(link.getAttribute("href") ?? "");
        return;
      }
      if (target.closest("a, button, input, label") || document.getSelection()?.toString()) return;
      clickLinkOf(target, event);
    },
    [history],
  );
  return { onClick };
};

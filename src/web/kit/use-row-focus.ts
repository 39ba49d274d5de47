import { type FocusEvent, type RefObject, useEffect, useRef, useState } from "react";

/** A place in a table that can be focused: a row, by its link or else its checkbox, or one of its fields. */
export interface RowPlace {
  readonly index: number;
  /** The column of the field. */
  readonly field?: string | undefined;
}

/** The place in a table that contains an element. */
export const findRowPlace = (target: EventTarget): RowPlace | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  if (!row) return undefined;
  const cell = (target as Element).closest<HTMLElement>("[data-field]");
  return { index: Number(row.dataset["index"]), field: cell?.dataset["field"] };
};

/** A row whose record has no screen has no link, but must not stop the keys: its checkbox has the focus. */
const rowTargets = ["[data-row-link]", ".table__pick input"] as const;

/** The element of a row that keys move the focus to. */
export const findRowTarget = (
  row: Element,
  targets: readonly string[] = rowTargets,
): HTMLElement | undefined => {
  for (const target of targets) {
    const element = row.querySelector<HTMLElement>(target);
    if (element) return element;
  }
  return undefined;
};

const elementAt = (
  body: HTMLElement | null,
  { index, field }: RowPlace,
): HTMLElement | undefined => {
  const row = body?.querySelector(`[data-index="${index}"]`);
  if (!row) return undefined;
  return findRowTarget(row, field === undefined ? undefined : [`[data-field="${field}"] input`]);
};

interface RowFocusOptions {
  body: RefObject<HTMLDivElement | null>;
  count: number;
  /** Scrolls to a row that may not be rendered; undefined if all rows are. */
  scrollTo: ((index: number) => void) | undefined;
}

/** Moves the focus to a row that may not be rendered yet: scrolls to it, and focuses it after it is rendered. */
export const useRowFocus = ({ body, count, scrollTo }: RowFocusOptions) => {
  const [active, setActive] = useState<number>();
  const wanted = useRef<RowPlace>(undefined);
  // The page may have to scroll too, if the table is only partly visible.
  const focus = (place: RowPlace) => elementAt(body.current, place)?.focus();
  useEffect(() => {
    // A row that is reloading has no link for a moment; the focus stays with the row.
    const at = document.activeElement ? findRowPlace(document.activeElement) : undefined;
    if (wanted.current === undefined || at?.index === wanted.current.index) return;
    focus(wanted.current);
  });
  const onFocus = (event: FocusEvent) => {
    wanted.current = findRowPlace(event.target);
    if (scrollTo) setActive(wanted.current?.index);
  };
  // Fires when the focus moves elsewhere, but not when the focused element is removed.
  const onBlur = () => {
    wanted.current = undefined;
  };
  const goTo = ({ index, field }: RowPlace) => {
    const to = { index: Math.max(0, Math.min(count - 1, index)), field };
    wanted.current = to;
    if (scrollTo) {
      setActive(to.index);
      scrollTo(to.index);
    }
    focus(to);
  };
  return { active, setActive, goTo, events: { onFocus, onBlur } };
};

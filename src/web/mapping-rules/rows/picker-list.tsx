import "./picker.css";
import type { RefObject } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { afterLayout } from "#web/ui/after-layout.ts";
import type { PickerChoice } from "./picker-search.ts";
import { inGroups, mostChoices } from "./picker-search.ts";

interface PickerListProps {
  id: string;
  label: string;
  anchor: RefObject<HTMLElement | null>;
  found: readonly PickerChoice[];
  chosen: number;
  active: number;
  onChoose: (id: number) => void;
}

const gap = 4;
const margin = 8;
const widest = 480;
const lowest = 160;

/** Below the field where there is room, else above it; never beyond the window's edges. */
const place = (anchor: HTMLElement, list: HTMLElement): void => {
  const at = anchor.getBoundingClientRect();
  const width = Math.min(Math.max(at.width, widest), innerWidth - 2 * margin);
  const [below, above] = [innerHeight - at.bottom - gap - margin, at.top - gap - margin];
  const down = below >= Math.min(list.scrollHeight, lowest) || below >= above;
  const { style } = list;
  style.width = `${width}px`;
  style.left = `${Math.max(margin, Math.min(at.left, innerWidth - width - margin))}px`;
  style.maxHeight = `${Math.min(Math.max(down ? below : above, lowest), 420)}px`;
  style.top = down ? `${at.bottom + gap}px` : "auto";
  style.bottom = down ? "auto" : `${innerHeight - at.top + gap}px`;
};

/** Holds the list to its field while anything scrolls, and in front of everything. */
const usePlaced = (
  anchor: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
): void =>
  useLayoutEffect(() => {
    const [field, popover] = [anchor.current, list.current];
    if (!field || !popover) return;
    popover.showPopover?.();
    const follow = () => place(field, popover);
    const callOff = afterLayout(popover, follow);
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      callOff();
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, [anchor, list]);

export const optionId = (list: string, choice: PickerChoice | undefined): string | undefined =>
  choice && `${list}-${choice.id}`;

/** What can be chosen, in groups, each with a line that explains it. */
export const PickerList = (props: PickerListProps) => {
  const { id, label, anchor, found, chosen, active, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  usePlaced(anchor, list);
  useEffect(() => {
    const marked = list.current?.querySelector("[data-active]");
    return marked
      ? afterLayout(marked, () => marked.scrollIntoView({ block: "nearest" }))
      : undefined;
  }, [active, found]);
  const shown = found.slice(0, mostChoices);
  return (
    // Pressing on the list must not take the focus from the field.
    <div
      ref={list}
      className="picker__list"
      popover="manual"
      role="presentation"
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={id} role="listbox" aria-label={label}>
        {inGroups(shown).map(({ name, from, choices }) => (
          <div key={from} role="group" aria-label={name ?? label}>
            {name !== undefined && (
              <div className="picker__group" role="presentation">
                {name}
              </div>
            )}
            {choices.map((choice, at) => (
              <div
                key={choice.id}
                id={optionId(id, choice)}
                className="picker__choice"
                role="option"
                tabIndex={-1}
                aria-selected={choice.id === chosen}
                data-active={from + at === active || undefined}
                onClick={() => onChoose(choice.id)}
              >
                <span className="picker__label">{choice.label}</span>
                {choice.badge && <span className="picker__badge">{choice.badge}</span>}
                {choice.explanation && (
                  <span className="picker__explanation">{choice.explanation}</span>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="picker__note" role="status">
        {found.length === 0 && "Nothing is called so. Type less, or something else."}
        {found.length > mostChoices &&
          `${(found.length - mostChoices).toLocaleString("en")} more; type to find them.`}
      </p>
    </div>
  );
};

import "./searched-choices.css";
import { TextInput } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { type Choice, isMatch } from "./choices.ts";

export interface SearchedChoicesProps {
  /** The name of the checkboxes, for that of their search. */
  label: string;
  choices: readonly Choice[];
  /** The selected values. */
  chosen: readonly string[];
  onSelect: (value: string) => void;
  /** Shows the checkboxes of the choices that it gets. */
  children: (shown: readonly Choice[]) => ReactNode;
}

const steps: Readonly<Partial<Record<string, number>>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus between the search and the checkboxes. */
const onArrow = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key];
  if (step === undefined) return;
  // In a list, the down arrow of a search field leads to the rows.
  event.preventDefault();
  const inputs = [...event.currentTarget.querySelectorAll("input")];
  inputs[inputs.findIndex((one) => one === event.target) + step]?.focus();
};

/** Takes the focus from the panel around a field that appears after it. */
const useFocusOfPanel = () => {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (current?.closest("[role=dialog]") === document.activeElement)
      current?.focus({ preventScroll: true });
  }, []);
  return field;
};

/**
 * Checkboxes with a search above them, for many of them (`needsSearch`). Those that are selected stay, and those that were selected when
 * the text was typed: a checkbox that is cleared keeps the focus. Enter selects the first match. `data-…` attributes are
 * the search field's.
 */
export const SearchedChoices = (props: SearchedChoicesProps) => {
  const { label, choices, chosen, onSelect, children, ...marks } = props;
  const [{ typed, kept }, setSearch] = useState({ typed: "", kept: chosen });
  const field = useFocusOfPanel();
  const stays = [...chosen, ...kept];
  const matches = choices.filter((choice) => isMatch(choice, typed));
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed.trim() === "") return;
    if (event.ctrlKey || event.metaKey) return;
    // Around it, Enter has another meaning: the text is not lost by it.
    event.preventDefault();
    event.stopPropagation();
    const first = matches.find(({ value }) => !chosen.includes(value));
    if (!first) return;
    setSearch({ typed: "", kept: [] });
    onSelect(first.value);
  };
  return (
    <div className="searched-choices" role="presentation" onKeyDown={onArrow}>
      <TextInput
        ref={field}
        type="search"
        className="searched-choices__field"
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder="Search"
        autoComplete="off"
        {...marks}
        value={typed}
        onChange={({ target }) => setSearch({ typed: target.value, kept: chosen })}
        onKeyDown={onEnter}
      />
      {children(
        choices.filter((choice) => matches.includes(choice) || stays.includes(choice.value)),
      )}
      <p role="status" className="searched-choices__none">
        {matches.length === 0 && "No matches"}
      </p>
    </div>
  );
};

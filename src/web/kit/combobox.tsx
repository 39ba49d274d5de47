import {
  Autocomplete,
  type AutocompleteProps,
  Select,
  type SelectProps,
  TextInput,
} from "@mantine/core";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { foldWords } from "#catalog/fold-words.ts";
import {
  type Choice,
  type Choices,
  isMatch,
  labelOf,
  type NamedRecord,
  removeRepeated,
  toChoices,
  withUnlisted,
} from "./choices.ts";
import { fieldClasses } from "./fields.tsx";
import "./combobox.css";

/** Mantine's field updates aria-expanded and aria-controls only when it renders again: after its list has opened. */
const useRedraw = (isOpen: boolean, onDraw?: () => void): void => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isOpen) return;
    const frame = requestAnimationFrame(() => {
      redraw();
      onDraw?.();
    });
    return () => cancelAnimationFrame(frame);
  }, [isOpen, onDraw]);
};

/**
 * Selects from the open list of a Mantine field: Enter selects the marked option or, if the choices came after the text,
 * the first match. It never sends the form around the field while something is typed. Mantine's own handler would: it marks
 * nothing in choices that come later, and after its list has opened, a timer may forget the marked option. To be called
 * while the event is captured, before that handler.
 */
const selectOnEnter = (
  event: KeyboardEvent<HTMLInputElement>,
  choices: Choices,
  value: string,
): void => {
  if (event.key !== "Enter") return;
  const text = event.currentTarget.value.trim();
  const isTyped = text !== "" && text !== labelOf(choices, value);
  // Only the options of a field that is open are in the document.
  const find = (which: string) =>
    document.querySelector<HTMLElement>(`[data-combobox-option]${which}`);
  const option = find("[data-combobox-selected]") ?? (isTyped ? find("") : null);
  if (option || isTyped) event.preventDefault();
  if (!option) return;
  event.stopPropagation();
  option.click();
};

interface ChoiceInputProps extends Omit<SelectProps, "data" | "onChange" | "ref" | "value"> {
  /** In order; if a value appears twice, the first counts. */
  choices: Choices;
  /** Empty where nothing is chosen, or for the choice with an empty value. */
  value: string;
  onChoose: (value: string) => void;
  ref: Ref<HTMLInputElement>;
}

const selectText = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
  currentTarget.select();

/** A field that selects one of many choices by typing a part of its label: what all such fields have in common. */
const ChoiceInput = ({ choices, value, onChoose, ...rest }: ChoiceInputProps) => {
  const [isOpen, setOpen] = useState(false);
  useRedraw(isOpen);
  return (
    <Select
      {...rest}
      searchable
      data={removeRepeated(choices)}
      // Mantine's field clears its text for null only.
      value={value === "" && labelOf(choices, value) === "" ? null : value}
      onChange={(next) => onChoose(next ?? "")}
      onKeyDownCapture={(event) => selectOnEnter(event, choices, value)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      allowDeselect={false}
      selectFirstOptionOnChange
      nothingFoundMessage="No matches"
      // Typing replaces the current choice instead of adding to it.
      onFocus={selectText}
      onClick={selectText}
    />
  );
};

const listClasses = { dropdown: "select-box__list", options: "select-box__options" };

export type SelectBoxProps = Pick<ChoiceInputProps, "choices" | "value" | "onChoose"> &
  Pick<
    SelectProps,
    "className" | "disabled" | "label" | "aria-label" | "description" | "error" | "onBlur"
  >;

interface SelectBoxOwnProps extends SelectBoxProps {
  hadFocus: RefObject<boolean>;
  typed: string;
}

/** The field of a `SearchableSelect` and its list, which takes over the focus and the text of the one shown before. */
export const SelectBox = ({ hadFocus, typed, ...rest }: SelectBoxOwnProps) => {
  const { choices, value } = rest;
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState(() => typed || labelOf(choices, value));
  // When it mounts, Mantine's field reports the name of its value as its text, or no text without a value.
  const [isReported] = useState(
    () => typed !== "" && (value === "" || labelOf(choices, value) !== ""),
  );
  const keepsTyped = useRef(isReported);
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    field.current?.focus();
    // The focus selects the text, and the next key would replace what was typed.
    if (typed !== "") field.current?.setSelectionRange(typed.length, typed.length);
  }, [hadFocus, typed]);
  return (
    <ChoiceInput
      {...rest}
      ref={field}
      searchValue={search}
      onSearchChange={(text) => {
        if (!keepsTyped.current) setSearch(text);
        keepsTyped.current = false;
      }}
      size="md"
      withScrollArea={false}
      checkIconPosition="right"
      classNames={listClasses}
      // The list must be inside a panel that contains the field: outside, a click on it would close both.
      comboboxProps={{ withinPortal: false, position: "bottom-start", width: "max-content" }}
    />
  );
};

/** The state of a query for a list of names. */
interface Listing {
  readonly data?: { readonly value: readonly NamedRecord[] } | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
}

export interface ListedProps {
  label: string;
  listing: Listing;
  /** The name of the record kind, for an id that is not in the list: "Source". */
  noun: string;
  hint?: ReactNode;
  /** The hint shown when the upstream has no list and the id is typed. */
  unlisted?: string;
  /** The first choice, which means no value: "All sources". */
  none?: string;
}

interface ListedInputProps extends ListedProps {
  value: string;
  onValue: (id: string) => void;
  error?: string | undefined;
  changed?: true | undefined;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Selects one of many records by typing part of its name, or by id if the upstream has no list. */
export const ListedInput = ({
  label,
  listing,
  noun,
  hint,
  unlisted = "These can't be listed. Enter the ID.",
  none,
  value,
  onValue,
  error,
  changed,
  disabled = false,
  readOnly = false,
  ref = null,
}: ListedInputProps) => {
  const shared = {
    ref,
    label,
    error,
    disabled,
    readOnly,
    "data-locked": readOnly || undefined,
    classNames: fieldClasses,
    "data-changed": changed,
  };
  if (listing.isError && listing.data === undefined)
    return (
      <TextInput
        {...shared}
        description={unlisted}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onValue(event.target.value.trim())}
      />
    );
  const listed = toChoices(noun, listing.data?.value ?? []);
  const choices = none === undefined ? listed : [{ value: "", label: none }, ...listed];
  return (
    <ChoiceInput
      {...shared}
      description={hint}
      // A failed save moves the focus here: an open list would cover the error.
      openOnFocus={false}
      placeholder={listing.isPending ? "Loading…" : "Select one"}
      choices={value === "" ? choices : withUnlisted(choices, value, (id) => `${noun} ${id}`)}
      value={value}
      onChoose={onValue}
    />
  );
};

/** The suggestions that contain a typed text in any case and with any accents; all for an empty text. */
const matchSuggestions = (suggestions: readonly string[], typed: string): string[] => {
  const text = foldWords(typed.trim());
  const matches = suggestions.filter((suggestion) => foldWords(suggestion).includes(text));
  // The field's own text is no suggestion.
  return matches.length === 1 && matches[0] === typed ? [] : matches;
};

interface SuggestingInputProps extends Omit<
  AutocompleteProps,
  "data" | "onChange" | "value" | "onKeyDown"
> {
  value: string;
  /** Each text once. */
  suggestions: readonly string[];
  onType: (text: string) => void;
}

/**
 * A text field with suggestions: they are listed while a person types, and all of them with the arrow keys or a click. The
 * arrow down key opens the list at its first suggestion. Escape closes the list first, and does nothing else.
 */
export const SuggestingInput = ({ value, suggestions, onType, ...rest }: SuggestingInputProps) => {
  const [isOpen, setOpen] = useState(false);
  const [hasTyped, setTyped] = useState(false);
  const shown = isOpen ? matchSuggestions(suggestions, hasTyped ? value : "") : [];
  const isShown = shown.length > 0;
  // The field from which an arrow key opens the list: Mantine selects an option only with the next one.
  const opener = useRef<HTMLElement>(null);
  const [selectFirst] = useState(() => () => {
    opener.current?.dispatchEvent(
      new KeyboardEvent("keydown", { code: "ArrowDown", bubbles: true }),
    );
    opener.current = null;
  });
  useRedraw(isShown, selectFirst);
  return (
    <Autocomplete
      {...rest}
      autoComplete="off"
      data={shown}
      filter={({ options }) => options}
      value={value}
      onChange={(text) => {
        setTyped(true);
        onType(text);
      }}
      openOnFocus={false}
      dropdownOpened={isShown}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => {
        setOpen(false);
        setTyped(false);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isShown) event.preventDefault();
        if (event.key === "ArrowDown" && !isShown) opener.current = event.currentTarget;
      }}
      withScrollArea={false}
      size="md"
      classNames={{ ...rest.classNames, ...listClasses }}
      comboboxProps={{ position: "bottom-start" }}
    />
  );
};

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

/**
 * Checkboxes with a search above them, for many of them (`needsSearch`). Those that are selected stay, and those that were
 * selected when the text was typed: a checkbox that is cleared keeps the focus. Enter selects the first match. `data-…`
 * attributes are the search field's.
 */
export const SearchedChoices = (props: SearchedChoicesProps) => {
  const { label, choices, chosen, onSelect, children, ...marks } = props;
  const [{ typed, kept }, setSearch] = useState({ typed: "", kept: chosen });
  const field = useRef<HTMLInputElement>(null);
  // Takes the focus from the panel around it, which appears before it.
  useLayoutEffect(() => {
    if (field.current?.closest("[role=dialog]") === document.activeElement)
      field.current?.focus({ preventScroll: true });
  }, []);
  const stays = new Set([...chosen, ...kept]);
  const matches = choices.filter((choice) => isMatch(choice, typed));
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || typed.trim() === "" || event.ctrlKey || event.metaKey) return;
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
        mb="xs"
        aria-label={`Search ${label.toLowerCase()}`}
        placeholder="Search"
        autoComplete="off"
        {...marks}
        value={typed}
        onChange={({ target }) => setSearch({ typed: target.value, kept: chosen })}
        onKeyDown={onEnter}
      />
      {children(choices.filter((choice) => matches.includes(choice) || stays.has(choice.value)))}
      <p role="status" className="searched-choices__none">
        {matches.length === 0 && "No matches"}
      </p>
    </div>
  );
};

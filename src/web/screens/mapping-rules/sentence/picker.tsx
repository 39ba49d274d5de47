import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { focusNextControl } from "#web/screens/mapping-rules/outline/focus-row.ts";
import { afterPaint } from "#web/base/after-paint.ts";
import { optionId, PickerList } from "./picker-list.tsx";
import { findChoices, likeliest, mostChoices, type PickerChoice } from "./picker-search.ts";
import { rowInput } from "./row-form.tsx";

/** True once `wanted` is set and a frame has been painted, so that what appears then delays nothing shown before. */
const usePainted = (wanted: boolean): boolean => {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    const callOff = afterPaint(() => setPainted(true));
    return () => {
      callOff();
      setPainted(false);
    };
  }, [wanted]);
  return wanted && painted;
};

interface PickerProps {
  /** The name of the control, for the label and for assistive technology. */
  label: string;
  /** Called only once the list is opened. */
  choices: () => readonly PickerChoice[];
  /** A sentence on what the choices don't include. */
  lacks?: string | undefined;
  /** The id that is chosen, 0 for none. */
  chosen: number;
  /** The text of the current choice. */
  shown: string;
  placeholder: string;
  onChoose: (id: number) => void;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  /** True where it has the focus when its row opens, so that its list is open from the first render. */
  opensWithRow?: boolean;
  /** True for an operand of the row, false for the row's subject. */
  operand?: boolean;
}

interface Open {
  /** Undefined until the user types: then all is shown. */
  readonly typed: string | undefined;
  /** The highlighted choice; undefined until the user moves to one: then the current choice, else the first. */
  readonly active: number | undefined;
}

const pageOfChoices = 8;

const steps: Readonly<Record<string, (active: number, last: number) => number>> = {
  ArrowDown: (active, last) => (active >= last ? 0 : active + 1),
  ArrowUp: (active, last) => (active <= 0 ? last : active - 1),
  PageDown: (active, last) => Math.min(last, active + pageOfChoices),
  PageUp: (active) => Math.max(0, active - pageOfChoices),
};

/** A value that is computed when it is first read. */
const once = <T,>(compute: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: compute() }).value;
};

const justOpened: Open = { typed: undefined, active: undefined };

const usePicker = ({ choices, chosen, onChoose, opensWithRow }: PickerProps) => {
  const [open, setOpen] = useState<Open | undefined>(
    opensWithRow === true ? justOpened : undefined,
  );
  const isOpen = open !== undefined;
  // Nothing needs the choices until the list is drawn, or a key is pressed before that.
  const all = useMemo(() => once(() => (isOpen ? choices() : [])), [isOpen, choices]);
  const found = useMemo(
    () => once(() => findChoices(all(), open?.typed ?? "")),
    [all, open?.typed],
  );
  const active = () =>
    open?.active ??
    Math.max(
      0,
      found().findIndex(({ id }) => id === chosen),
    );
  return {
    open,
    found,
    active,
    close: () => setOpen(undefined),
    show: () => setOpen((before) => before ?? justOpened),
    type: (typed: string) =>
      setOpen({ typed, active: likeliest(findChoices(isOpen ? all() : choices(), typed), typed) }),
    move: (step: (active: number, last: number) => number) => {
      const [at, last] = [active(), Math.min(found().length, mostChoices) - 1];
      setOpen((before) => before && { ...before, active: step(before.active ?? at, last) });
    },
    choose: (id: number | undefined) => {
      setOpen(undefined);
      if (id !== undefined) onChoose(id);
    },
  };
};

type PickerState = ReturnType<typeof usePicker>;

/** Enter takes the highlighted choice and goes on to the next control; Escape only closes the list. */
const listKeys: Readonly<
  Record<string, (state: PickerState, event: KeyboardEvent<HTMLInputElement>) => void>
> = {
  Enter: ({ choose, found, active }, event) => {
    event.preventDefault();
    const choice = found()[active()];
    if (!choice) return;
    flushSync(() => choose(choice.id));
    focusNextControl(event.currentTarget);
  },
  Escape: ({ close }, event) => {
    event.preventDefault();
    close();
  },
};

const onKeyDown = (state: PickerState, event: KeyboardEvent<HTMLInputElement>): void => {
  const { open, active, move, show, choose, found } = state;
  const step = steps[event.key];
  if (step && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (open) move(step);
    else show();
    return;
  }
  if (!open || event.ctrlKey || event.metaKey) return;
  // Tab takes the highlighted choice too, if something was typed.
  if (event.key === "Tab" && open.typed) flushSync(() => choose(found()[active()]?.id));
  const act = listKeys[event.key];
  if (act) event.stopPropagation();
  act?.(state, event);
};

/**
 * Chooses one of many by name. Typing filters the list, arrows move through it, Enter takes the highlighted choice.
 * While it is closed, it is only a text field. Mantine's own keys do not include the page keys and Tab, and do not
 * tell assistive technology which choice is highlighted after typing.
 */
export const Picker = (props: PickerProps) => {
  const { label, chosen, shown, placeholder, operand } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const state = usePicker(props);
  const { open } = state;
  // A row that opens with its list is painted first; keys pressed before the list appears still work.
  const listed = usePainted(open !== undefined);
  const [found, active] = listed ? [state.found(), state.active()] : [[], 0];
  const submit = (choice: number) => {
    flushSync(() => state.choose(choice));
    if (field.current) focusNextControl(field.current);
  };
  return (
    <>
      <TextInput
        {...rowInput(props)}
        ref={field}
        classNames={{ input: "picker__field" }}
        role="combobox"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-expanded={open !== undefined}
        aria-controls={listed ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={listed ? optionId(id, found[active]) : undefined}
        data-unchosen={chosen === 0 || undefined}
        data-row-operand={operand || undefined}
        placeholder={open ? shown || "Type to search" : placeholder}
        value={open ? (open.typed ?? shown) : shown}
        onChange={(event) => state.type(event.target.value)}
        onFocus={(event) => {
          event.target.select();
          if (chosen === 0) state.show();
        }}
        onClick={state.show}
        onBlur={state.close}
        onKeyDown={(event) => onKeyDown(state, event)}
      />
      {listed && (
        <PickerList
          id={id}
          label={label}
          field={field}
          found={found}
          lacks={props.lacks}
          chosen={chosen}
          active={active}
          onChoose={submit}
          onClose={state.close}
        />
      )}
    </>
  );
};

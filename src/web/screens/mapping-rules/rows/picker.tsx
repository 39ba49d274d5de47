import { Combobox, TextInput, useCombobox } from "@mantine/core";
import {
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Choice, FieldGroup } from "#rule-model/choices.ts";
import { synonymsOf } from "#rule-model/synonyms.ts";
import { fieldWords } from "#rules/describe-operands.ts";
import { afterLayout, afterPaint } from "#web/base/after-paint.ts";
import { formatQuantity } from "#web/base/format.ts";
import { focusNextControl } from "./shown-rows.ts";
import { rowInput } from "./row-form.tsx";
import { useEditorWording } from "./sentence-wording.tsx";
import "#web/kit/option.css";

export interface PickerChoice {
  readonly id: number;
  readonly label: string;
  readonly group?: string | undefined;
  /** A short word at its end: a data type. */
  readonly badge?: string | undefined;
  /** A one-line explanation for new users. */
  readonly explanation?: string | undefined;
  /** Another text that it is found by. */
  readonly alias?: string | undefined;
  /** Other words for it: “>”, “over”. */
  readonly synonyms?: readonly string[] | undefined;
}

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const joinWords = ({ label, group, badge, explanation, alias, synonyms }: PickerChoice): string =>
  fold(
    [label, group, badge, explanation, alias, ...(synonyms ?? [])]
      .filter((text) => text !== undefined)
      .join(" "),
  );

/** More lines than people read through; typing shortens the list. */
const mostChoices = 200;

/** The choices that contain every word typed, in their order. */
export const findChoices = (
  choices: readonly PickerChoice[],
  typed: string,
): readonly PickerChoice[] => {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const words = joinWords(choice);
    return wanted.every((word) => words.includes(word));
  });
};

/**
 * The index of the most likely choice: the name or another word for it equals the text, the name starts with it, contains
 * it, else the first.
 */
export const likeliest = (found: readonly PickerChoice[], typed: string): number => {
  const wanted = fold(typed.trim());
  if (wanted === "") return 0;
  const names = found.map(({ label }) => fold(label));
  const exact = names.indexOf(wanted);
  const other = found.findIndex(({ synonyms }) => synonyms?.some((word) => fold(word) === wanted));
  if (exact >= 0 || other >= 0) return exact >= 0 ? exact : other;
  const tests: readonly ((name: string) => boolean)[] = [
    (name) => name.startsWith(wanted),
    (name) => name.includes(wanted),
  ];
  for (const test of tests) {
    const at = names.findIndex(test);
    if (at >= 0) return at;
  }
  return 0;
};

/** Groups adjacent choices of one group, with the index of the first among all. */
export const inGroups = (
  choices: readonly PickerChoice[],
): readonly { name: string | undefined; from: number; choices: readonly PickerChoice[] }[] => {
  const groups: { name: string | undefined; from: number; choices: PickerChoice[] }[] = [];
  choices.forEach((choice, from) => {
    const last = groups.at(-1);
    if (last && last.name === choice.group) last.choices.push(choice);
    else groups.push({ name: choice.group, from, choices: [choice] });
  });
  return groups;
};

interface OptionsProps {
  id: string;
  label: string;
  found: readonly PickerChoice[];
  chosen: number;
  active: number;
}

interface PickerListProps extends OptionsProps {
  /** The field that the list belongs to. */
  field: RefObject<HTMLElement | null>;
  /** A sentence on what the choices don't include. */
  lacks: string | undefined;
  /** Over what is above the field, so that what is below it stays in view. */
  above?: boolean;
  onChoose: (id: number) => void;
  onClose: () => void;
}

export const optionId = (list: string, choice: PickerChoice | undefined): string | undefined =>
  choice && `${list}-${choice.id}`;

/** As many as fit on the screen; the others follow once these have been painted. */
const firstChoices = 16;

interface OptionProps {
  id: string | undefined;
  choice: PickerChoice;
  chosen: boolean;
  marked: boolean;
}

const Option = memo(({ id, choice, chosen, marked }: OptionProps) => (
  <Combobox.Option
    {...(id !== undefined && { id })}
    className="option picker__choice"
    value={`${choice.id}`}
    active={chosen}
    selected={marked}
    aria-selected={chosen}
  >
    <span className="picker__label">{choice.label}</span>
    {choice.badge && <span className="picker__badge">{choice.badge}</span>}
    {choice.explanation && <span className="picker__explanation">{choice.explanation}</span>}
  </Combobox.Option>
));

const Options = ({ id, label, found, chosen, active }: OptionsProps) => {
  const most = useDeferredValue(mostChoices, firstChoices);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const marked = list.current?.querySelector("[data-combobox-selected]");
    return marked
      ? afterLayout(marked, () => marked.scrollIntoView({ block: "nearest" }))
      : undefined;
  }, [active, found, most]);
  return (
    <Combobox.Options ref={list} id={id} className="picker__options" aria-label={label}>
      {inGroups(found.slice(0, most)).map(({ name, from, choices }) => (
        <Combobox.Group
          key={from}
          label={name}
          {...(name === undefined && { "aria-label": label })}
        >
          {choices.map((choice, at) => (
            <Option
              key={choice.id}
              id={optionId(id, choice)}
              choice={choice}
              chosen={choice.id === chosen}
              marked={from + at === active}
            />
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
};

const writeNote = (found: number): string => {
  if (found === 0) return "No matches. Try fewer or other words.";
  return found > mostChoices ? `${formatQuantity(found - mostChoices)} more. Type to search.` : "";
};

interface AnchorProps {
  field: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
}

/** Represents the field, which exists before the list opens and after it closes. */
const Anchor = ({ field, ref }: AnchorProps) => {
  useImperativeHandle(ref, () => field.current as HTMLElement, [field]);
  return null;
};

/** The choices, in groups, each with a line that explains it. Rendered while the list is open. */
export const PickerList = ({
  field,
  lacks,
  above = false,
  onChoose,
  onClose,
  ...options
}: PickerListProps) => {
  const store = useCombobox({ opened: true, onOpenedChange: onClose });
  return (
    <Combobox
      store={store}
      position={above ? "top-start" : "bottom-start"}
      offset={4}
      width="calc(2 * var(--size-15))"
      onOptionSubmit={(choice) => onChoose(Number(choice))}
    >
      <Combobox.DropdownTarget>
        <Anchor field={field} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown className="picker__list">
        <Options {...options} />
        <p className="picker__note" role="status">
          {[writeNote(options.found.length), lacks].filter(Boolean).join(" ")}
        </p>
      </Combobox.Dropdown>
    </Combobox>
  );
};

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
    opensWithRow: opensWithRow === true,
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

/** Enter takes the highlighted choice and goes on to the next control; Escape only closes a list that was searched. */
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
  // In a new row nothing was opened but the row: its first Escape takes the row back.
  const isUntouched = state.opensWithRow && open.typed === undefined && open.active === undefined;
  if (act && !(event.key === "Escape" && isUntouched)) event.stopPropagation();
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

interface FieldPickerProps {
  label: string;
  groups: () => readonly FieldGroup[];
  /** 0 while nothing is chosen, less where choosing only inserts a field elsewhere. */
  chosen: number;
  onChoose: (id: number) => void;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  operand?: boolean;
  opensWithRow?: boolean;
  placeholder?: string;
}

const toChoices = (groups: readonly FieldGroup[]): readonly PickerChoice[] =>
  groups.flatMap(({ name, fields }) =>
    fields.map((field) => ({
      id: field.id,
      label: field.name,
      group: name,
      badge: field.typeName,
      explanation: field.description,
      alias: field.reference,
    })),
  );

export const FieldPicker = memo(({ groups, placeholder, ...props }: FieldPickerProps) => {
  const wording = useEditorWording();
  const choices = useCallback(() => toChoices(groups()), [groups]);
  return (
    <Picker
      {...props}
      choices={choices}
      shown={props.chosen > 0 ? fieldWords(props.chosen, wording) : ""}
      placeholder={placeholder ?? "Select a field"}
    />
  );
});

interface ChoicePickerProps {
  label: string;
  /** The choices that currently fit the part. */
  choices: () => readonly Choice[];
  chosen: number;
  onChoose: (id: number) => void;
  placeholder: string;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
}

/** A picker of a comparator or a kind of action: only fitting ones, each explained in a line. */
export const ChoicePicker = memo(({ choices, ...props }: ChoicePickerProps) => {
  const lines = useCallback(
    () =>
      choices().map(({ id, label, explanation, group, handle }) => ({
        id,
        label,
        explanation,
        group,
        alias: handle,
        synonyms: synonymsOf(handle),
      })),
    [choices],
  );
  const shown = choices().find(({ id }) => id === props.chosen)?.label ?? "";
  return <Picker {...props} choices={lines} shown={shown} />;
});

import "#web/kit/option.css";
import "./row-form.css";
import { formatQuantity } from "#web/base/format.ts";
import { Combobox, useCombobox } from "@mantine/core";
import {
  type Ref,
  type RefObject,
  memo,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import { afterLayout } from "#web/base/after-layout.ts";
import { type PickerChoice, inGroups, mostChoices } from "./picker-search.ts";

interface OptionsProps {
  id: string;
  label: string;
  found: readonly PickerChoice[];
  chosen: number;
  active: number;
}

interface PickerListProps extends OptionsProps {
  /** The field that the list belongs to. */
  field: RefObject<HTMLInputElement | null>;
  /** A sentence on what the choices don't include. */
  lacks: string | undefined;
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
  field: RefObject<HTMLInputElement | null>;
  ref?: Ref<HTMLInputElement>;
}

/** Represents the field, which exists before the list opens and after it closes. */
const Anchor = ({ field, ref }: AnchorProps) => {
  useImperativeHandle(ref, () => field.current as HTMLInputElement, [field]);
  return null;
};

/** The choices, in groups, each with a line that explains it. Rendered while the list is open. */
export const PickerList = ({ field, lacks, onChoose, onClose, ...options }: PickerListProps) => {
  const store = useCombobox({ opened: true, onOpenedChange: onClose });
  return (
    <Combobox
      store={store}
      position="bottom-start"
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

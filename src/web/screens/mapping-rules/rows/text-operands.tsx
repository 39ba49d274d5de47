import { Input, Textarea, TextInput } from "@mantine/core";
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { PartKey } from "#rule-model/part.ts";
import type { OperandField, PartOperand } from "#rule-model/operand-specs.ts";
import { parseList } from "#rules/operands.ts";
import { formatCount } from "#web/base/format.ts";
import { DateField } from "#web/kit/date-field.tsx";
import { useBuilder } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { rowInput, type RowInputSize } from "./row-form.tsx";

/** A value of a list on a line of its own; in quotation marks if it would be read as another one. */
export const toLine = (value: string): string =>
  /^"|[\t\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** The operand of a list as the user edits it: one value a line. */
export const toLines = (text: string): string =>
  text.includes("\n") ? text : parseList(text).map(toLine).join("\n");

const quotedAndMore = /^\s*"(?:[^"]|"")*"\s*,/;

/**
 * The stored text of such lines. One line with a comma gets a line break, because otherwise it would be read as several
 * values; values in quotation marks were meant to be several.
 */
export const toListText = (lines: string): string =>
  !lines.includes("\n") && /,|^\s*\[/.test(lines) && !quotedAndMore.test(lines)
    ? `${lines}\n`
    : lines;

const marks: Readonly<Record<string, string>> = {
  " ": "·",
  "\u00a0": "⍽",
  "\t": "→",
  "\n": "↵",
  "\r": "↵",
};

const marked = (text: string): string =>
  text.replace(/[ \u00a0\t\n\r]/g, (space) => marks[space] ?? space);

/** Marks significant spaces that would be invisible, at the ends of a text; undefined where there are none. */
export const shownSpaces = (text: string): string | undefined => {
  if (text === "" || (text === text.trim() && !/[\t\n\r\u00a0]| {2}/.test(text))) return undefined;
  const inner = text.trim();
  if (inner === "") return marked(text);
  const from = text.indexOf(inner);
  const middle = inner.replace(/[\t\n\r\u00a0]| {2,}/g, marked);
  return `${marked(text.slice(0, from))}${middle}${marked(text.slice(from + inner.length))}`;
};

export interface OperandProps {
  partKey: PartKey;
  operand: PartOperand;
  text: string;
  onText: (text: string) => void;
  describedBy: string | undefined;
  invalid: boolean;
}

type Kept = Pick<OperandProps, "partKey" | "operand">;

const useKept = ({ partKey, operand: { field } }: Kept) => {
  const { draft } = useBuilder();
  const now = useCallback(() => {
    const data = draft.get(partKey)?.data as
      | Readonly<Partial<Record<OperandField, string | null>>>
      | undefined;
    return data?.[field] ?? "";
  }, [draft, partKey, field]);
  const follow = useCallback(
    (listener: () => void) => draft.subscribe(partKey, listener),
    [draft, partKey],
  );
  return { now, follow };
};

/**
 * A message about an operand's text; the component renders again only when the message changes, not on every
 * keystroke.
 */
export const useTextMessage = <T extends string | undefined>(
  kept: Kept,
  getMessage: (text: string) => T,
): T => {
  const { now, follow } = useKept(kept);
  return useSyncExternalStore(follow, () => getMessage(now()));
};

/**
 * A field that holds its own text: typing updates the draft, and the draft updates the field where undo, a merge or
 * another control has changed it. React renders nothing on a keystroke.
 */
const useTypedText = <E extends HTMLInputElement | HTMLTextAreaElement>(props: OperandProps) => {
  const ref = useRef<E>(null);
  const { now, follow } = useKept(props);
  useLayoutEffect(() => {
    const show = () => {
      if (ref.current && ref.current.value !== now()) ref.current.value = now();
    };
    show();
    return follow(show);
  }, [now, follow]);
  return {
    ref,
    defaultValue: props.text,
    onChange: (event: ChangeEvent<E>) => props.onText(event.target.value),
  };
};

/** The properties of every text control of an operand, where typing continues. */
const operandInput = (props: OperandProps, size?: RowInputSize) => ({
  ...rowInput({ ...props, label: props.operand.label }, size),
  "data-row-operand": true,
  autoComplete: "off",
  placeholder: props.text === "" ? props.operand.whenEmpty : undefined,
});

const typed = (inputMode: "text" | "decimal", unit?: string) =>
  function TypedNumber(props: OperandProps): ReactNode {
    const field = useTypedText<HTMLInputElement>(props);
    return (
      <TextInput
        {...operandInput(props, "short")}
        {...field}
        // No NumberInput: it would not show a value that is not a number, so it could not be corrected.
        inputMode={inputMode}
        rightSection={unit}
      />
    );
  };

// The numeric keyboards of iOS have no minus, which a position may have too: -1 is the last.
export const NumberOperand = typed("text");
export const PercentOperand = typed("text", "%");
export const DurationOperand = typed("decimal");

/** In a text, Shift+Enter breaks the line; Enter alone leaves the row, as everywhere. */
const keepLineBreak = (event: KeyboardEvent): void => {
  if (event.key === "Enter" && event.shiftKey) event.stopPropagation();
};

export const TextOperand = (props: OperandProps) => {
  const field = useTypedText<HTMLTextAreaElement>(props);
  const shown = useTextMessage(props, shownSpaces);
  return (
    <Textarea
      {...operandInput(props, props.operand.kind === "separator" ? "short" : "long")}
      {...field}
      classNames={{ input: "row-control__text" }}
      rows={1}
      spellCheck={false}
      onKeyDown={keepLineBreak}
      description={
        shown !== undefined && (
          <>
            With its spaces: <code>{shown}</code>
          </>
        )
      }
    />
  );
};

const listRows = 4;

export const ListOperand = (props: OperandProps) => {
  const { operand, text, onText } = props;
  const [lines, setLines] = useState(() => toLines(text));
  // Undo, or a paste into the row, changed the stored value from elsewhere.
  if (toListText(lines) !== text && parseList(lines).join("\n") !== parseList(text).join("\n"))
    setLines(toLines(text));
  return (
    <Textarea
      {...operandInput(props, "long")}
      label={`${operand.label}, one per line`}
      rows={listRows}
      spellCheck={false}
      data-keeps-enter
      description={formatCount(parseList(text).length, "value")}
      value={lines}
      onChange={(event) => {
        setLines(event.target.value);
        onText(toListText(event.target.value));
      }}
    />
  );
};

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;

/** The stored moment, which may have a time, and a day to choose instead. */
export const DateOperand = (props: OperandProps) => {
  const { text, onText } = props;
  const day = text.trim();
  return (
    <>
      <TextInput
        {...operandInput(props, "short")}
        placeholder="2026-01-31"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <Input.Wrapper className="row-control" data-size="short" label="Open calendar">
        <DateField
          day={wholeDay.test(day) ? day : ""}
          onDay={(chosen) => {
            if (chosen !== "") onText(chosen);
          }}
        />
      </Input.Wrapper>
    </>
  );
};

import type { KeyboardEvent, ReactNode } from "react";
import { useState } from "react";
import { parseList } from "#rules/operands.ts";
import type { PartOperand } from "#web/mapping-rules/builder/operand-specs.ts";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { counted } from "#web/ui/format.ts";
import { linesOf, listTextOf } from "./list-text.ts";
import { RowControl } from "./row-control.tsx";
import { shownSpaces } from "./shown-spaces.ts";
import { useSaidOfText, useTypedText } from "./use-typed-text.ts";

/** What every control of an operand gets. */
export interface OperandProps {
  partKey: PartKey;
  operand: PartOperand;
  text: string;
  onText: (text: string) => void;
  describedBy: string | undefined;
  invalid: boolean;
}

/** What ties the element that takes the value to its problem, and makes it the place where typing goes on. */
const tieOf = ({ describedBy, invalid, operand, text }: OperandProps) => ({
  "aria-describedby": describedBy,
  "aria-invalid": invalid,
  "data-row-operand": true,
  placeholder: text === "" ? operand.whenEmpty : undefined,
});

const typed = (inputMode: "decimal" | "numeric", unit?: string) =>
  function TypedNumber(props: OperandProps): ReactNode {
    const field = useTypedText<HTMLInputElement>(props);
    return (
      <RowControl label={props.operand.label} size="short">
        {(id) => (
          <span className="row-control__unit" data-unit={unit}>
            <input
              {...tieOf(props)}
              {...field}
              id={id}
              className="input"
              // Not type=number: it hides what it cannot read, and turns with the wheel.
              inputMode={inputMode}
              autoComplete="off"
            />
          </span>
        )}
      </RowControl>
    );
  };

export const DecimalOperand = typed("decimal");
export const WholeOperand = typed("numeric");
export const PercentOperand = typed("decimal", "%");

/** In a text, Shift+Enter breaks the line; Enter alone leaves the row, as everywhere. */
const keepLineBreak = (event: KeyboardEvent): void => {
  if (event.key === "Enter" && event.shiftKey) event.stopPropagation();
};

export const TextOperand = (props: OperandProps) => {
  const { operand } = props;
  const field = useTypedText<HTMLTextAreaElement>(props);
  const shown = useSaidOfText(props, shownSpaces);
  return (
    <RowControl
      label={operand.label}
      size={operand.kind === "separator" ? "short" : "long"}
      note={
        shown !== undefined && (
          <span className="row-control__note">
            With its spaces: <code>{shown}</code>
          </span>
        )
      }
    >
      {(id) => (
        <textarea
          {...tieOf(props)}
          {...field}
          id={id}
          className="input row-control__text"
          rows={1}
          spellCheck={false}
          onKeyDown={keepLineBreak}
        />
      )}
    </RowControl>
  );
};

const listRows = 4;

export const ListOperand = (props: OperandProps) => {
  const { operand, text, onText } = props;
  const [lines, setLines] = useState(() => linesOf(text));
  // Undo, a paste into the row: what is kept has changed from elsewhere.
  if (listTextOf(lines) !== text && parseList(lines).join("\n") !== parseList(text).join("\n"))
    setLines(linesOf(text));
  return (
    <RowControl
      label={`${operand.label}, one a line`}
      size="long"
      note={<span className="row-control__note">{counted(parseList(text).length, "value")}</span>}
    >
      {(id) => (
        <textarea
          {...tieOf(props)}
          id={id}
          className="input"
          rows={listRows}
          spellCheck={false}
          data-keeps-enter
          value={lines}
          onChange={(event) => {
            setLines(event.target.value);
            onText(listTextOf(event.target.value));
          }}
        />
      )}
    </RowControl>
  );
};

const wholeDay = /^\d{4}-\d{2}-\d{2}$/;

export const DateOperand = (props: OperandProps) => {
  const { operand, text, onText } = props;
  return (
    <>
      <RowControl label={operand.label} size="short">
        {(id) => (
          <input
            {...tieOf(props)}
            id={id}
            className="input"
            autoComplete="off"
            placeholder="2026-01-31"
            value={text}
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </RowControl>
      <RowControl label="From a calendar" size="date">
        {(id) => (
          <input
            id={id}
            className="input"
            type="date"
            value={wholeDay.test(text.trim()) ? text.trim() : ""}
            onChange={(event) => {
              if (event.target.value !== "") onText(event.target.value);
            }}
          />
        )}
      </RowControl>
    </>
  );
};

import "#web/ui/choice-field.css";
import { useId, useState } from "react";
import { parseValues } from "#rules/operands.ts";
import type { OperandProps } from "./operand-controls.tsx";
import { TextOperand } from "./operand-controls.tsx";
import { RowControl } from "./row-control.tsx";

const manyText = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? "") : JSON.stringify(values);

/** Several options, any of which will do. */
const Several = ({ operand, text, onText, describedBy, invalid }: OperandProps) => {
  const chosen = parseValues(text);
  const unknown = chosen.filter((value) => !operand.options?.has(value));
  const all = [
    ...(operand.options ?? new Map<string, string>()),
    ...unknown.map((value) => [value, value] as const),
  ];
  return (
    <fieldset className="row-control" aria-describedby={describedBy} data-size="long">
      <legend className="row-control__label">{operand.label}: one of these</legend>
      <div className="row-control__many">
        {all.map(([value, name]) => (
          <label key={value} className="check">
            <input
              type="checkbox"
              aria-invalid={invalid}
              data-row-operand
              checked={chosen.includes(value)}
              onChange={(event) =>
                onText(
                  manyText(
                    event.target.checked
                      ? [...chosen, value]
                      : chosen.filter((other) => other !== value),
                  ),
                )
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** A value that is none of the options stays until another is chosen. */
const Options = ({ operand: { options }, text }: Pick<OperandProps, "operand" | "text">) => (
  <>
    {!options?.has(text) && <option value={text}>{text === "" ? "Choose …" : text}</option>}
    {[...(options ?? [])].map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </>
);

/** One of the field's options; of a condition also several. */
export const OptionOperand = (props: OperandProps) => {
  const { operand, text, onText, describedBy, invalid } = props;
  const [several, setSeveral] = useState(() => parseValues(text).length > 1);
  const mayBeSeveral = operand.field.startsWith("condition");
  if (!operand.options) return <TextOperand {...props} />;
  if (mayBeSeveral && (several || text.startsWith("["))) return <Several {...props} />;
  return (
    <RowControl
      label={operand.label}
      note={
        mayBeSeveral && (
          <button type="button" className="rule-add" onClick={() => setSeveral(true)}>
            Choose several
          </button>
        )
      }
    >
      {(id) => (
        <select
          id={id}
          className="input"
          aria-describedby={describedBy}
          aria-invalid={invalid}
          data-row-operand
          value={text}
          onChange={(event) => onText(event.target.value)}
        >
          <Options operand={operand} text={text} />
        </select>
      )}
    </RowControl>
  );
};

/** The unit of a length of time. */
export const UnitOperand = ({ operand, text, onText, describedBy, invalid }: OperandProps) => (
  <RowControl label={operand.label} size="short">
    {(id) => (
      <select
        id={id}
        className="input"
        aria-describedby={describedBy}
        aria-invalid={invalid}
        value={text === "" ? (operand.whenEmpty ?? "") : text}
        onChange={(event) => onText(event.target.value)}
      >
        <Options operand={operand} text={text === "" ? (operand.whenEmpty ?? "") : text} />
      </select>
    )}
  </RowControl>
);

const yes = ["true", "1", "yes"];
const no = ["false", "0", "no"];

/** Yes or no, side by side. */
export const BooleanOperand = ({ operand, text, onText, describedBy }: OperandProps) => {
  const name = useId();
  const value = text.trim().toLowerCase();
  return (
    <fieldset className="row-control" aria-describedby={describedBy}>
      <legend className="row-control__label">{operand.label}</legend>
      <div className="choices">
        {(
          [
            ["true", "Yes", yes],
            ["false", "No", no],
          ] as const
        ).map(([key, label, spellings]) => (
          <label key={key}>
            <input
              type="radio"
              name={name}
              value={key}
              data-row-operand
              checked={spellings.includes(value)}
              onChange={() => onText(key)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

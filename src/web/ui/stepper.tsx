import "./stepper.css";
import type { KeyboardEvent } from "react";

interface StepperProps {
  /** Says which number of which thing: "Approve, Deck lantern". */
  label: string;
  text: string;
  min: number;
  max: number;
  changed: boolean;
  invalid: boolean;
  /** Why it cannot change now. */
  locked: string | undefined;
  describedBy: string;
  /** Takes no typing just now, but keeps the focus. */
  held?: boolean;
  onText: (text: string) => void;
  onStep: (by: 1 | -1) => void;
}

const keys: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** A whole number between two bounds: typed, or stepped by buttons and by the arrow keys. What is typed stays as typed. */
export const Stepper = ({
  label,
  text,
  min,
  max,
  changed,
  invalid,
  locked,
  describedBy,
  held = false,
  onText,
  onStep,
}: StepperProps) => {
  const value = Number(text);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = keys[event.key];
    if (!by) return;
    event.preventDefault();
    onStep(by);
  };
  const shut = locked !== undefined;
  return (
    <div
      className="stepper"
      data-changed={changed || undefined}
      data-invalid={invalid || undefined}
      data-locked={shut || undefined}
      title={locked}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`One less: ${label}`}
        disabled={shut || value <= min}
        onClick={() => onStep(-1)}
      >
        −
      </button>
      <input
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={Number.isFinite(value) ? value : min}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={shut}
        readOnly={held}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`One more: ${label}`}
        disabled={shut || value >= max}
        onClick={() => onStep(1)}
      >
        +
      </button>
    </div>
  );
};

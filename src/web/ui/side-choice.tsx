import type { ReactNode } from "react";
import type { Side } from "./field-draft.ts";

interface SideChoiceProps {
  /** Tells the choice from the others on the page. */
  name: string;
  legend: ReactNode;
  labels: Readonly<Record<Side, string>>;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

/** The choice between what is there and what was typed; neither is chosen at first. */
export const SideChoice = ({ name, legend, labels, chosen, onChoose }: SideChoiceProps) => (
  <fieldset>
    {legend}
    {(["theirs", "mine"] as const).map((side) => (
      <label key={side} className="check">
        <input type="radio" name={name} checked={chosen === side} onChange={() => onChoose(side)} />
        <span>{labels[side]}</span>
      </label>
    ))}
  </fieldset>
);

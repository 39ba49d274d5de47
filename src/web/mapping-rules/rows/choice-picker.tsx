import { memo, useCallback } from "react";
import type { Choice } from "#web/mapping-rules/builder/choices.ts";
import { Picker } from "./picker.tsx";

interface ChoicePickerProps {
  label: string;
  /** What fits the part now. */
  choices: () => readonly Choice[];
  chosen: number;
  onChoose: (id: number) => void;
  placeholder: string;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
}

/** A comparator or a kind of action: only what fits, each explained in a line. */
export const ChoicePicker = memo(({ choices, ...props }: ChoicePickerProps) => {
  const lines = useCallback(
    () =>
      choices().map(({ id, label, explanation, group, handle }) => ({
        id,
        label,
        explanation,
        group,
        alias: handle,
      })),
    [choices],
  );
  const shown = choices().find(({ id }) => id === props.chosen)?.label ?? "";
  return <Picker {...props} choices={lines} shown={shown} />;
});

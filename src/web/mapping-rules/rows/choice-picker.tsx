import { memo, useCallback } from "react";
import type { Choice } from "#rule-model/workflow/choices.ts";
import { Picker } from "./picker.tsx";

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
      })),
    [choices],
  );
  const shown = choices().find(({ id }) => id === props.chosen)?.label ?? "";
  return <Picker {...props} choices={lines} shown={shown} />;
});

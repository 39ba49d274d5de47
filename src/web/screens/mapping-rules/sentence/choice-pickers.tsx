import { memo, useCallback } from "react";
import { fieldWords } from "#rules/describe-operands.ts";
import type { Choice } from "#rule-model/workflow/choices.ts";
import type { FieldGroup } from "#rule-model/workflow/field-choices.ts";
import type { PickerChoice } from "./picker-search.ts";
import { Picker } from "./picker.tsx";
import { useEditorWording } from "./sentence-wording.tsx";

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

/** A picker of a field, by object, with the type of each. */
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
      })),
    [choices],
  );
  const shown = choices().find(({ id }) => id === props.chosen)?.label ?? "";
  return <Picker {...props} choices={lines} shown={shown} />;
});

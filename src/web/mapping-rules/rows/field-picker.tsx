import { memo, useCallback } from "react";
import { fieldWords } from "#rules/describe-operands.ts";
import type { FieldGroup } from "#rule-model/workflow/field-choices.ts";
import { useEditorWording } from "./editor-wording.ts";
import { Picker } from "./picker.tsx";
import type { PickerChoice } from "./picker-search.ts";

interface FieldPickerProps {
  label: string;
  groups: () => readonly FieldGroup[];
  /** 0 while nothing is chosen, less where choosing only inserts a field elsewhere. */
  chosen: number;
  onChoose: (id: number) => void;
  describedBy?: string | undefined;
  invalid?: boolean | undefined;
  operand?: boolean;
  placeholder?: string;
}

const choicesOf = (groups: readonly FieldGroup[]): readonly PickerChoice[] =>
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
  const choices = useCallback(() => choicesOf(groups()), [groups]);
  return (
    <Picker
      {...props}
      choices={choices}
      shown={props.chosen > 0 ? fieldWords(props.chosen, wording) : ""}
      placeholder={placeholder ?? "Select a field"}
    />
  );
});

import { type Control, useController } from "react-hook-form";

/** Connects a control to a field of a form, whose fields are all texts. */
export interface Tie {
  control: Control<Record<string, string>>;
  name: string;
  /** Whether the field differs from the record. */
  changed?: boolean;
  /** Whether the person may only read it. */
  readOnly?: boolean;
  /** Called on each change by the person. */
  onType?: ((text: string) => void) | undefined;
}

/** The state of a tied control. */
export const useTie = ({ control, name, changed, readOnly = false, onType }: Tie) => {
  const { field, fieldState } = useController({ control, name });
  return {
    ref: field.ref,
    text: field.value ?? "",
    error: fieldState.error?.message,
    changed: changed || undefined,
    readOnly,
    onBlur: field.onBlur,
    onText: (text: string) => {
      field.onChange(text);
      onType?.(text);
    },
  };
};

import { type Control, useController } from "react-hook-form";

/** The properties of a control for a field of a form, whose fields are all texts: `{...form.register("name")}`. */
export interface FieldProps {
  control: Control<Record<string, string>>;
  name: string;
  /** Whether the field differs from the record. */
  changed?: boolean;
  /** Whether the person may only read it. */
  readOnly?: boolean;
  /** Called on each change by the person. */
  onType?: ((text: string) => void) | undefined;
}

/** The state of a control for such a field. */
export const useTextField = ({ control, name, changed, readOnly = false, onType }: FieldProps) => {
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

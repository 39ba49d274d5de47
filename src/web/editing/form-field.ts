import { zodResolver } from "@hookform/resolvers/zod";
import { useLayoutEffect } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { FormSchema } from "./form-schema.ts";

type Fields = Record<string, string>;
type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** Form controls for a draft: they show its texts and their errors, from the schema or the API. */
export const useTextControls = (schema: FormSchema, texts: Readonly<Record<string, string>>) => {
  const form = useForm<Fields>({
    defaultValues: texts,
    resolver: zodResolver(schema as z.ZodMiniType<Fields, Fields>),
    mode: "onChange",
  });
  const { control, handleSubmit, clearErrors, setError, getValues, setValue, getFieldState } = form;
  // Updates the controls when the draft changes other than by typing. (The form's own `values` would reset it with
  // each key, and a reset cancels a validation that is running.)
  useLayoutEffect(() => {
    for (const [field, text] of Object.entries(texts))
      if (getValues(field) !== text)
        setValue(field, text, { shouldValidate: getFieldState(field).invalid });
  }, [texts, getValues, setValue, getFieldState]);
  return {
    handleSubmit,
    clearErrors,
    /** Shows the API's messages for single fields. */
    setRefusals: (refusals: FieldErrors) => {
      for (const [field, message] of Object.entries(refusals))
        setError(field, { type: "refused", message: message ?? "" });
    },
    register: (name: string, onType: (text: string) => void, changed = false): FieldProps => ({
      control,
      name,
      changed,
      onType,
    }),
  };
};

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

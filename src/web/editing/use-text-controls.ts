import { zodResolver } from "@hookform/resolvers/zod";
import { useLayoutEffect } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import type { FormSchema } from "./form-schema.ts";
import type { Tie } from "./form-tie.ts";

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
    tie: (name: string, onType: (text: string) => void, changed = false): Tie => ({
      control,
      name,
      changed,
      onType,
    }),
  };
};

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useMemo, useRef, useState } from "react";
import type { RuleField } from "#rules/rule-catalogue.ts";
import {
  useBuilder,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { useValue } from "#web/base/value-store.ts";
import { assumedFault, canAssume, whyUnfilled } from "./assumed-values.ts";
import { noAssumptions } from "./preview-session.ts";
import { sampleWords } from "./sample-record.ts";
import "./preview-panel.css";

interface AssumedValueProps {
  field: RuleField;
  /** Why the value in use gives the samples none. */
  unfilled: string | undefined;
}

const AssumedValue = ({ field, unfilled }: AssumedValueProps) => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const choice = useValue(session.choice);
  const held = choice.assumed.get(field.id) ?? "";
  const [typed, type] = useState(held);
  /** The text that was refused, while it is in the field. */
  const [refused, refuse] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const fault = assumedFault(builder, field, typed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== undefined) {
      refuse(typed);
      input.current?.focus();
      return;
    }
    const assumed = new Map(choice.assumed);
    if (typed.trim() === "") assumed.delete(field.id);
    else assumed.set(field.id, typed);
    session.choice.set({ ...choice, assumed: assumed.size === 0 ? noAssumptions : assumed });
  };
  return (
    <form className="absent-fields__one" onSubmit={onSubmit}>
      <TextInput
        ref={input}
        label={field.label}
        value={typed}
        placeholder={field.dataType === "number" ? "12.50, or {variant.price} * 0.6" : "A value"}
        error={typed === held ? unfilled : typed === refused && fault}
        // The button stays beside the input.
        inputWrapperOrder={["label", "error", "input"]}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" size="xs" disabled={typed === held}>
        Use
      </Button>
    </form>
  );
};

const names = (fields: readonly RuleField[]): string => fields.map(({ label }) => label).join(", ");

/** The fields that the rule uses and no sample has, with a way to assume a value for them. */
export const AbsentFields = () => {
  const session = usePreviewSession();
  const { kind, assumed } = useValue(session.choice);
  const preview = useValue(session.preview);
  const unfilled = useMemo(
    () => (preview ? whyUnfilled(preview.samples, assumed, preview.context) : noAssumptions),
    [preview, assumed],
  );
  const absent = preview?.absent ?? [];
  if (absent.length === 0) return null;
  const fillable = absent.filter(canAssume);
  const open = absent.filter(({ id }) => !assumed.has(id) || unfilled.has(id));
  return (
    <details className="absent-fields" open={open.length > 0}>
      <summary>
        {open.length === 0
          ? `Using your test values for ${names(absent)}`
          : `No value for ${names(open)} in these ${sampleWords[kind].many}`}
      </summary>
      <p>
        The API doesn't send {absent.length === 1 ? "this field" : "these fields"}, so the test
        finds no value.
        {fillable.length > 0 && " Enter a test value (it isn't saved):"}
      </p>
      {fillable.map((field) => (
        <AssumedValue key={field.id} field={field} unfilled={unfilled.get(field.id)} />
      ))}
    </details>
  );
};

import "./absent-fields.css";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { usePreviewSession } from "#web/mapping-rules/builder/builder-context.ts";
import { useValue } from "#web/ui/value-store.ts";
import { canAssume } from "./assumed-values.ts";
import { noAssumptions, type PreviewSession } from "./preview-session.ts";
import { sampleWords } from "./sample-record.ts";

const AssumedValue = ({ field, session }: { field: RuleField; session: PreviewSession }) => {
  const choice = useValue(session.choice);
  const held = choice.assumed.get(field.id) ?? "";
  const [typed, type] = useState(held);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const assumed = new Map(choice.assumed);
    if (typed.trim() === "") assumed.delete(field.id);
    else assumed.set(field.id, typed);
    session.choice.set({ ...choice, assumed: assumed.size === 0 ? noAssumptions : assumed });
  };
  return (
    <form className="absent-fields__one" onSubmit={onSubmit}>
      <TextInput
        label={field.label}
        value={typed}
        placeholder={field.dataType === "number" ? "12.50, or {variant.price} * 0.6" : "A value"}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" size="xs" disabled={typed === held}>
        Use{" "}
      </Button>
    </form>
  );
};

const names = (fields: readonly RuleField[]): string => fields.map(({ label }) => label).join(", ");

/** The fields that the rule uses and no sample has, with a way to assume a value for them. */
export const AbsentFields = () => {
  const session = usePreviewSession();
  const { kind, assumed } = useValue(session.choice);
  const absent = useValue(session.preview)?.absent ?? [];
  if (absent.length === 0) return null;
  const fillable = absent.filter(canAssume);
  const open = absent.filter(({ id }) => !assumed.has(id));
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
        <AssumedValue key={field.id} field={field} session={session} />
      ))}
    </details>
  );
};

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { ExpectedValue, RuleExpectation, RuleTest } from "#contract/rule-tests.ts";
import { nameValue } from "#rules/describe-rule-test.ts";
import { listElements } from "#rules/field-values.ts";
import type { RuleCatalogue } from "#rules/rule-catalogue.ts";
import { listRuleParts, type RunnableMappingRule } from "#rules/rule-parts.ts";
import { valueBefore } from "#rules/rule-tests.ts";
import { changeRuleTest } from "#web/api/rule-tests.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { textToValue, valueToText } from "./typed-value.ts";

const kinds: readonly { readonly value: RuleExpectation["kind"]; readonly label: string }[] = [
  { value: "changes", label: "Matches, and changes these values" },
  { value: "unchanged", label: "Matches, and changes nothing" },
  { value: "unmatched", label: "Doesn't match" },
];

/** More elements than people choose from. */
const mostElements = 50;

type FieldPlace = Pick<ExpectedValue, "field" | "element">;

const keyOf = ({ field, element }: FieldPlace): string => `${element} ${field}`;

/** The values that a test can expect: those that the rule's actions are about, of each element. */
const listPlaces = (
  { rule, globalObjectFieldId }: RunnableMappingRule,
  record: RuleTest["record"],
  { fields }: RuleCatalogue,
): FieldPlace[] => {
  const written = rule
    ? listRuleParts(rule).flatMap(({ kind, part }) =>
        kind === "action" ? (fields.get(part.globalObjectFieldId ?? 0) ?? []) : [],
      )
    : [];
  const known = written.flatMap((field) =>
    field.dataType === "inherited" ? (fields.get(globalObjectFieldId ?? 0) ?? []) : field,
  );
  return [...new Set(known)].flatMap(({ objectHandle, reference }) =>
    listElements(record, objectHandle)
      .slice(0, mostElements)
      .map((_, element) => ({ field: reference, element })),
  );
};

interface TypedValue extends FieldPlace {
  readonly text: string;
  readonly like: unknown;
}

interface EditExpectationProps {
  test: RuleTest;
  came: RuleExpectation;
  rule: RunnableMappingRule;
  catalogue: RuleCatalogue;
  onClose: () => void;
}

/** What a test expects, typed by a person. */
export const EditExpectation = ({ test, came, rule, catalogue, onClose }: EditExpectationProps) => {
  const { record, expectation } = test;
  const cameValues = came.kind === "changes" ? came.values : [];
  const type = ({ field, element }: FieldPlace, value: unknown): TypedValue => {
    const found = cameValues.find((one) => keyOf(one) === keyOf({ field, element }))?.value;
    const like = found ?? value ?? valueBefore(record, { field, element }, catalogue);
    return { field, element, text: valueToText(value), like };
  };
  const [kind, setKind] = useState(expectation.kind);
  const [values, setValues] = useState<readonly TypedValue[]>(() =>
    (expectation.kind === "changes" ? expectation.values : cameValues).map((one) =>
      type(one, one.value),
    ),
  );
  const [checked, setChecked] = useState(false);
  const read = values.map(({ text, like }) => textToValue(text, like));
  const { sending, error, send } = useSending(async (next: RuleExpectation) => {
    await changeRuleTest(test.id, next);
    onClose();
  });
  const isEmpty = kind === "changes" && values.length === 0;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isEmpty || (kind === "changes" && read.some((one) => "why" in one))) return;
    const expected = values.map(({ field, element }, at) => {
      const one = read[at];
      return { field, element, value: one && "value" in one ? (one.value ?? null) : null };
    });
    void send(kind === "changes" ? { kind, values: expected } : { kind });
  };
  const taken = new Set(values.map(keyOf));
  const further = listPlaces(rule, record, catalogue).filter((one) => !taken.has(keyOf(one)));
  const nameOf = (place: FieldPlace) => nameValue(place, record, catalogue);
  const add = (key: string) => {
    const place = further.find((one) => keyOf(one) === key);
    if (place) setValues([...values, type(place, valueBefore(record, place, catalogue))]);
  };
  return (
    <form
      className="rule-test__form"
      aria-label={`Expectation of ${test.name}`}
      onSubmit={onSubmit}
    >
      <NativeSelect
        label="The rule"
        data={kinds}
        value={kind}
        data-autofocus
        onChange={({ target }) => setKind(target.value as RuleExpectation["kind"])}
      />
      {kind === "changes" &&
        values.map((one, at) => {
          const why = read[at];
          return (
            <div key={keyOf(one)} className="rule-test__value">
              <TextInput
                label={`${nameOf(one)} becomes`}
                value={one.text}
                error={checked && why && "why" in why && why.why}
                inputWrapperOrder={["label", "input", "error"]}
                onChange={({ target: { value } }) =>
                  setValues(
                    values.map((other) => (other === one ? { ...one, text: value } : other)),
                  )
                }
              />
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                title={`${nameOf(one)} shouldn't change`}
                aria-label={`Remove ${nameOf(one)}`}
                onClick={() => setValues(values.filter((other) => other !== one))}
              >
                <IconX aria-hidden="true" />
              </Button>
            </div>
          );
        })}
      {kind === "changes" && further.length > 0 && (
        <NativeSelect
          label="Add value"
          error={checked && isEmpty && "Add the value that the rule must change"}
          data={[
            { value: "", label: "Select…" },
            ...further.map((one) => ({ value: keyOf(one), label: nameOf(one) })),
          ]}
          value=""
          onChange={({ target }) => add(target.value)}
        />
      )}
      {kind === "changes" && isEmpty && further.length === 0 && (
        <p className="faint small">This rule has no actions. Add one first.</p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <div className="row">
        <Button type="submit" size="xs" variant="filled" loading={sending}>
          Save expectation
        </Button>
        <Button size="xs" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

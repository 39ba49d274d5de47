import { Button, Input, Radio, Switch } from "@mantine/core";
import { type RefObject, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { IconPencil, IconX } from "@tabler/icons-react";
import { startWords } from "#rule-model/diff/change-words.ts";
import { setPart } from "#rule-model/draft/edit-draft.ts";
import { headNames } from "#rule-model/draft/head-values.ts";
import { type Part, rootKey } from "#rule-model/draft/part.ts";
import { useBuilder, usePart } from "#web/screens/mapping-rules/editor/builder-context.ts";
import { capital } from "#web/base/capital.ts";

const options = [
  {
    value: "earlier",
    label: "The result of earlier rules",
    hint: "The rule uses the value as changed by the rules before it.",
  },
  {
    value: "original",
    label: "The original value",
    hint: "The rule ignores the changes of the rules before it.",
  },
] as const;

/** The choice of the rule's start value (api 2.15, useOriginalInputValue). */
export const StartChoice = ({ register }: { register: UseFormRegisterReturn }) => {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <Input.Label labelElement="div" id={id}>
        The rule starts with
      </Input.Label>
      <div className="head-form__choices">
        {options.map(({ value, label, hint }) => (
          <Radio key={value} value={value} label={label} description={hint} {...register} />
        ))}
      </div>
    </div>
  );
};

interface HeadFactsProps {
  head: Part<"head">["data"];
  toggle: RefObject<HTMLButtonElement | null>;
  shown: boolean;
  onToggle: () => void;
}

/** The rule's own switch (api 2.15, enabled), also within reach here. */
const OnSwitch = () => {
  const { draft } = useBuilder();
  const rule = usePart(rootKey, "rule");
  if (!rule) return null;
  const on = rule.data.enabled !== false;
  return (
    <Switch
      label={on ? "Enabled" : "Disabled"}
      checked={on}
      onChange={() =>
        setPart(
          draft,
          rootKey,
          "rule",
          { enabled: !on },
          { label: on ? "disable rule" : "enable rule" },
        )
      }
    />
  );
};

/** The rule's event, output field and start value, in one line. */
export const HeadFacts = ({ head, toggle, shown, onToggle }: HeadFactsProps) => {
  const names = headNames(head, useBuilder().workflow);
  const assigned = head.globalObjectFieldId
    ? `Assigns to ${names.globalObjectFieldId} (${names.globalDataTypeId})`
    : `Data type: ${names.globalDataTypeId}`;
  const start = startWords[head.useOriginalInputValue ? "original" : "earlier"];
  const facts = [names.eventId, assigned, capital(start)];
  return (
    <div className="head-form__facts">
      <OnSwitch />
      {!shown && (
        <ul aria-label="Details">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          {head.description && (
            <li className="head-form__description truncate">{head.description}</li>
          )}
        </ul>
      )}
      <Button
        ref={toggle}
        variant="subtle"
        color="gray"
        size="xs"
        aria-expanded={shown}
        onClick={onToggle}
        leftSection={shown ? <IconX aria-hidden="true" /> : <IconPencil aria-hidden="true" />}
      >
        {shown ? "Close details" : "Edit details"}
      </Button>
    </div>
  );
};

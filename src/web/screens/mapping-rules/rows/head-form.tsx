import { Button, Input, Radio, Switch, Textarea, TextInput } from "@mantine/core";
import { IconPencil, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import {
  type Control,
  useController,
  useForm,
  type UseFormRegister,
  type UseFormRegisterReturn,
} from "react-hook-form";
import {
  type LockedMappingRuleField,
  whyMappingRuleFieldLocked,
} from "#contract/mapping-rule-guards.ts";
import { checkHead } from "#rule-model/check-parts.ts";
import type { PartProblem } from "#rule-model/problem.ts";
import { startWords } from "#rule-model/diff-rules.ts";
import { setPart } from "#rule-model/edit-draft.ts";
import { inferType } from "#rule-model/infer-type.ts";
import {
  headNames,
  type HeadValues,
  headValues,
  typeNames,
  writeHead,
} from "#rule-model/head-values.ts";
import { headKey, type Part, rootKey } from "#rule-model/part.ts";
import { assignedFields } from "#rule-model/choices.ts";
import { capital } from "#web/base/format.ts";
import { type Choices, withUnlisted } from "#web/kit/choices.ts";
import { SearchableSelect } from "#web/kit/select.tsx";
import {
  useBuilder,
  useKeyed,
  usePart,
  useRuleId,
} from "#web/screens/mapping-rules/editor/builder-context.ts";

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
const StartChoice = ({ register }: { register: UseFormRegisterReturn }) => {
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
const HeadFacts = ({ head, toggle, shown, onToggle }: HeadFactsProps) => {
  const names = headNames(head, useBuilder().workflow);
  const assigned = head.globalObjectFieldId
    ? `Assigns to ${names.globalObjectFieldId} (${names.globalDataTypeId})`
    : `Data type: ${names.globalDataTypeId}`;
  const start = startWords[head.useOriginalInputValue ? "original" : "earlier"];
  const isTyped = Boolean(head.globalObjectFieldId || head.globalDataTypeId);
  const facts = [names.eventId, ...(isTyped ? [assigned] : []), capital(start)];
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

type Head = Part<"head">["data"];

/** Registers a control that writes every change to the draft, so that undo covers it. */
type Register = (name: keyof HeadValues) => ReturnType<UseFormRegister<HeadValues>>;

interface PartProps {
  register: Register;
  control: Control<HeadValues>;
  head: Head;
  error: (field: string) => string | undefined;
}

const NameField = ({ register, error }: PartProps) => (
  <TextInput label="Name" autoComplete="off" error={error("name")} {...register("name")} />
);

const Description = ({ register, error }: PartProps) => (
  <Textarea
    label="Description"
    description="What the rule is for."
    rows={1}
    error={error("description")}
    {...register("description")}
  />
);

const Locked = ({ label, value, why }: { label: string; value: string; why: string }) => (
  <Input.Wrapper label={label} labelElement="div" description={why}>
    <div className="head-form__locked">{value}</div>
  </Input.Wrapper>
);

const lockedLabels: Readonly<Record<LockedMappingRuleField, string>> = {
  eventId: "Event",
  globalObjectFieldId: "Assigned field",
  globalDataTypeId: "Data type",
};

const LockedFields = ({ head }: { head: Head }) => {
  const names = headNames(head, useBuilder().workflow);
  return (Object.keys(lockedLabels) as LockedMappingRuleField[]).map((field) => (
    <Locked
      key={field}
      label={lockedLabels[field]}
      value={names[field]}
      why={whyMappingRuleFieldLocked({ id: 1 }, field) ?? ""}
    />
  ));
};

const toOption = ({ id, name }: { id: number; name: string }) => ({
  value: String(id),
  label: name,
});

interface ListedProps extends Pick<PartProps, "control" | "error"> {
  name: "eventId" | "globalObjectFieldId" | "globalDataTypeId";
  label: string;
  description: string;
  choices: Choices;
}

/** A field with one of many choices; writes to the draft, too. */
const Listed = ({ control, name, error, label, description, choices }: ListedProps) => {
  const { draft, workflow } = useBuilder();
  const { field } = useController({ control, name });
  return (
    <SearchableSelect
      {...{ label, description }}
      choices={withUnlisted(choices, field.value, (id) => `${label} ${id}`)}
      error={error(name)}
      value={field.value}
      onBlur={field.onBlur}
      onChoose={(value) => {
        field.onChange(value);
        writeHead(draft, workflow, name, value);
      }}
    />
  );
};

/** The rule's data type, which follows from its fields: asked for only where it doesn't, or on request. */
const DataType = ({ head, control, error }: Omit<PartProps, "register">) => {
  const { draft, workflow } = useBuilder();
  const { globalDataTypeId: typeId, globalObjectFieldId: assigned } = head;
  const [asked, ask] = useState(typeId !== 0 && !assigned && typeId !== inferType(draft, workflow));
  if (!asked && error("globalDataTypeId") !== undefined) ask(true);
  if (!assigned && asked)
    return (
      <Listed
        {...{ control, error }}
        name="globalDataTypeId"
        label="Data type"
        description="The type of value the rule works on."
        choices={[{ value: "", label: "Select a data type" }, ...typeNames(workflow).map(toOption)]}
      />
    );
  return (
    <div className="head-form__type">
      <Locked
        label="Data type"
        value={typeId ? headNames(head, workflow).globalDataTypeId : "Not known yet"}
        why={
          assigned ? "The type of the assigned field." : "Follows the first field that is changed."
        }
      />
      {!assigned && (
        <Button variant="subtle" size="xs" onClick={() => ask(true)}>
          Select data type
        </Button>
      )}
    </div>
  );
};

const EventChoice = ({ control, error }: PartProps) => (
  <Listed
    {...{ control, error }}
    name="eventId"
    label="Event"
    description="When the rule runs. It can't be changed after the rule is created."
    choices={[
      { value: "", label: "Select an event" },
      ...useBuilder().workflow.metaData.events.map(toOption),
    ]}
  />
);

const AssignedField = ({ control, error }: PartProps) => {
  const fields = assignedFields(useBuilder()).map(({ name, fields: own }) => ({
    group: name,
    items: own.map((field) => toOption({ ...field, name: `${field.name} (${field.typeName})` })),
  }));
  return (
    <Listed
      {...{ control, error }}
      name="globalObjectFieldId"
      label="Assigned field"
      description="The field that gets the rule's result. Leave it at none if the actions name their fields."
      choices={[{ value: "", label: "None (set by actions)" }, ...fields]}
    />
  );
};

/** What most new rules leave as it is. */
const rareFields = ["description", "globalObjectFieldId", "globalDataTypeId", "start"];

const useHeadForm = (head: Head) => {
  const { draft, workflow } = useBuilder();
  // Undo changes the draft outside the form; `values` updates the form.
  const form = useForm<HeadValues>({
    values: headValues(head),
    resetOptions: { keepTouched: true },
  });
  const { touchedFields } = form.formState;
  const register: Register = (name) =>
    form.register(name, {
      onChange: (event: { target: { value: string } }) =>
        writeHead(draft, workflow, name, event.target.value),
    });
  return { register, control: form.control, touched: (field: string) => field in touchedFields };
};

/** The problems shown: none of a new rule's head until it is left, except those of a field that was left. */
const useEarlyProblems = (touched: (field: string) => boolean): readonly PartProblem[] => {
  const builder = useBuilder();
  const head = usePart(headKey, "head");
  return head
    ? checkHead(builder, head).filter(({ field }) => field !== undefined && touched(field))
    : [];
};

interface FormProps {
  head: Head;
  onClose: () => void;
}

const Form = ({ head, onClose }: FormProps) => {
  const { problems } = useBuilder();
  const created = useRuleId() !== undefined;
  const { register, control, touched } = useHeadForm(head);
  const said = useKeyed(problems, headKey);
  const early = useEarlyProblems(touched);
  const error = (field: string) => (said ?? early).find((one) => one.field === field)?.message;
  const parts = { register, control, head, error };
  const [more, setMore] = useState(
    created || Boolean(head.description || head.globalObjectFieldId || head.useOriginalInputValue),
  );
  if (!more && rareFields.some((field) => error(field) !== undefined)) setMore(true);
  return (
    <form
      className="head-form__form"
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <NameField {...parts} />
      {created ? <Description {...parts} /> : <EventChoice {...parts} />}
      {more && !created && (
        <>
          <Description {...parts} />
          <p className="head-form__once">These can't be changed after the rule is created:</p>
        </>
      )}
      {more && (
        <>
          <div className="head-form__row">
            {created ? (
              <LockedFields head={head} />
            ) : (
              <>
                <AssignedField {...parts} />
                <DataType {...{ head, control, error }} />
              </>
            )}
          </div>
          <StartChoice register={register("start")} />
        </>
      )}
      <div className="row">
        <Button type="submit">Done</Button>
        {!more && (
          <Button variant="subtle" color="gray" onClick={() => setMore(true)}>
            More details
          </Button>
        )}
      </div>
    </form>
  );
};

/** Opens on a jump to a problem of the head, and focuses the invalid control. */
const useJumps = (open: () => void) => {
  const { view } = useBuilder();
  const section = useRef<HTMLElement>(null);
  const onJump = useEffectEvent(open);
  useEffect(
    () =>
      view.subscribe(headKey, () => {
        if (!view.get(headKey)?.active) return;
        onJump();
        setTimeout(() => {
          const wrong = section.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
          (wrong ?? section.current?.querySelector<HTMLElement>("input"))?.focus();
        });
      }),
    [view],
  );
  return section;
};

/** The mapping rule's own fields: one line of facts, which opens for editing. */
export const HeadForm = () => {
  const head = usePart(headKey, "head")?.data;
  const created = useRuleId() !== undefined;
  const complete = head !== undefined && Boolean(head.name && head.eventId);
  const [shown, setShown] = useState(!created && !complete);
  const { check } = useBuilder();
  const section = useJumps(() => setShown(true));
  const left = () => check.revealProblems([headKey]);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    left();
    setShown(false);
    toggle.current?.focus();
  };
  if (!head) return null;
  return (
    <section
      ref={section}
      className="sheet head-form"
      aria-label="About this rule"
      data-rule-draft
      onBlur={({ currentTarget, relatedTarget, target }) => {
        const goes = !currentTarget.contains(relatedTarget) && document.hasFocus();
        if (goes && target.matches("input, select, textarea")) left();
      }}
    >
      <HeadFacts head={head} toggle={toggle} shown={shown} onToggle={() => setShown(!shown)} />
      {shown && <Form head={head} onClose={close} />}
    </section>
  );
};

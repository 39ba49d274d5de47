import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { collectFieldUse } from "#rules/field-use.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";

interface UsersProps {
  title: string;
  none: string;
  rules: readonly MappingRule[];
  workflow: Workflow;
}

const Users = ({ title, none, rules, workflow: { metaData } }: UsersProps) => (
  <section>
    <h3>{title}</h3>
    {rules.length === 0 && <p className="faint">{none}</p>}
    <ul>
      {rules.map((rule) => (
        <li key={rule.id}>
          <Link to="/mapping-rules/$id" params={{ id: String(rule.id) }}>
            <bdi>{ruleName(rule)}</bdi>
          </Link>{" "}
          <span className="faint small">
            {metaData.events.find(({ id }) => id === rule.eventId)?.name}
            {rule.rule?.enabled === false && ", disabled"}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

interface FieldUseDialogProps {
  field: RuleField;
  rules: readonly MappingRule[];
  workflow: Workflow;
  onClose: () => void;
}

/** The rules of all events that set a field, and those that read it. */
export const FieldUseDialog = ({ field, rules, workflow, onClose }: FieldUseDialogProps) => {
  const uses = rules.map((rule) => ({ rule, use: collectFieldUse(rule, workflow.catalogue) }));
  const users = (kind: "reads" | "writes") =>
    uses.flatMap(({ rule, use }) => (use[kind].has(field.id) ? [rule] : []));
  return (
    <Dialog
      title={`Rules that use ${field.label}`}
      wide
      closesBeside
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <div className="stack">
        <Users title="Set it" none="No rule sets it." rules={users("writes")} workflow={workflow} />
        <Users
          title="Read it"
          none="No rule reads it."
          rules={users("reads")}
          workflow={workflow}
        />
      </div>
    </Dialog>
  );
};

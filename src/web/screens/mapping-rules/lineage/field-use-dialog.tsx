import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { listFieldUses } from "#rules/field-use.ts";
import type { RuleField } from "#rules/rule-catalogue.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";

/** A rule that uses a field, and its first part that does, “action 12”. */
interface User {
  readonly rule: MappingRule;
  readonly part: string | undefined;
}

interface UsersProps {
  title: string;
  none: string;
  users: readonly User[];
  workflow: Workflow;
}

const Users = ({ title, none, users, workflow: { metaData } }: UsersProps) => (
  <section>
    <h3>{title}</h3>
    {users.length === 0 && <p className="faint">{none}</p>}
    <ul>
      {users.map(({ rule, part }) => (
        <li key={rule.id}>
          <Link
            to="/mapping-rules/$id"
            params={{ id: String(rule.id) }}
            search={part ? { part } : {}}
            title="Open in rule"
          >
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
  const uses = rules.map((rule) => ({ rule, uses: listFieldUses(rule, workflow.catalogue) }));
  const users = (wanted: "reads" | "writes") =>
    uses.flatMap(({ rule, uses: own }): User[] => {
      const use = own.find(({ kind, fieldId }) => kind === wanted && fieldId === field.id);
      const id = use?.part.part.id;
      return use ? [{ rule, part: id ? `${use.part.kind} ${id}` : undefined }] : [];
    });
  return (
    <Dialog
      title={`Rules that use ${field.label}`}
      wide
      closesBeside
      onClose={onClose}
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <div className="stack">
        <Users title="Set it" none="No rule sets it." users={users("writes")} workflow={workflow} />
        <Users
          title="Read it"
          none="No rule reads it."
          users={users("reads")}
          workflow={workflow}
        />
      </div>
    </Dialog>
  );
};

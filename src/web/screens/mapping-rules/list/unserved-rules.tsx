import { Button } from "@mantine/core";
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CatalogueSheet } from "#web/screens/mapping-rules/catalog/catalog-sheet.tsx";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { editingRules } from "#contract/mapping-rules.ts";
import { ButtonLink, PermittedLink } from "#web/kit/button.tsx";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { formatCount } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Moment } from "#web/kit/values.tsx";
import { deleteRememberedRules, seenRules, type SeenRule } from "./rule-memory.ts";
import { newRuleAddress, ruleName, describeRuleState } from "./rule-words.ts";

const howInWords = { read: "Loaded", saved: "Saved", imported: "Imported" } as const;

const columns: readonly PlainColumn<SeenRule>[] = [
  {
    header: "Rule",
    cell: ({ rule }) => (
      <Link to="/mapping-rules/$id" params={{ id: String(rule.id) }}>
        <bdi>{ruleName(rule)}</bdi>
      </Link>
    ),
  },
  {
    header: "State",
    cell: ({ rule }) => {
      const { label, tone } = describeRuleState(rule);
      return <StatusBadge label={label} tone={tone} />;
    },
  },
  {
    header: "Last opened",
    cell: ({ at, how }) => (
      <>
        {howInWords[how]} <Moment at={new Date(at).toISOString()} />
      </>
    ),
  },
  { header: "ID", align: "end", cell: ({ rule }) => <span className="code">{rule.id}</span> },
];

/** Every rule that was read, saved or opened in this browser, as of that time. */
const SeenRules = () => {
  const cache = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const seen = useQuery(seenRules());
  if (!seen.data) return null;
  const forget = () => {
    setConfirming(false);
    void deleteRememberedRules().then(() =>
      cache.invalidateQueries({ queryKey: seenRules().queryKey }),
    );
  };
  return (
    <Sheet
      title="Opened in this browser"
      note={seen.data.length > 0 && formatCount(seen.data.length, "rule")}
      flush
    >
      <div className="seen-rules">
        <PlainTable
          label="Rules opened in this browser"
          columns={columns}
          rows={seen.data}
          none="No rules opened in this browser yet."
        />
      </div>
      {seen.data.length > 0 && (
        <div className="sheet__body row">
          <Button size="xs" onClick={() => setConfirming(true)}>
            Clear list{" "}
          </Button>
          <span className="faint">
            Rules are shown as they were when last opened here. Another person may have changed them
            since.
          </span>
        </div>
      )}
      {confirming && (
        <ConfirmLater
          title={`Clear the list of ${formatCount(seen.data.length, "rule")}?`}
          onCancel={() => setConfirming(false)}
          choices={[{ label: "Clear list", kind: "danger", onChoose: forget }]}
        >
          <p>
            The rules themselves aren't deleted. But the service can't load rules, so you need a
            file to open one of them again.
          </p>
        </ConfirmLater>
      )}
    </Sheet>
  );
};

/** Replaces the list where the upstream serves none: the commands that still work. */
export const UnservedRules = () => {
  const workflow = useWorkflow({ mappingSets: false });
  return (
    <div className="unserved-rules">
      <Notice
        title="The service doesn't offer loading mapping rules"
        blank
        actions={
          <>
            <ButtonLink variant="filled" to="/mapping-rules/import">
              Import rules
            </ButtonLink>
            <PermittedLink permission={editingRules} {...newRuleAddress}>
              Create rule
            </PermittedLink>
          </>
        }
      >
        <p>
          The service can save a rule, but not load or list rules. If you have a rule as JSON,
          import it to edit and save it. This browser keeps the saved version.
        </p>
        <p>
          The console can't check whether another person has changed a rule. Saving overwrites their
          changes.
        </p>
      </Notice>
      <SeenRules />
      <CatalogueSheet workflow={workflow} />
    </div>
  );
};

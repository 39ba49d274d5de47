import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Version } from "#web/api/call.ts";
import { connection } from "#web/api/connection.ts";
import {
  cacheMappingRule,
  mappingRuleList,
  readMappingRule,
  sendMappingRule,
} from "#web/api/mapping-rules.ts";
import { entryName } from "#rule-model/files/import-rules.ts";
import { toSending } from "#web/api/sending.ts";
import { invalidate } from "#web/api/query-client.ts";
import { useWork, workTime } from "#web/screens/mapping-rules/list/run-one-by-one.ts";
import { WorkDialog } from "#web/screens/mapping-rules/list/work-dialog.tsx";
import { formatCount } from "#web/base/format.ts";
import { type ChosenEntry, type ImportOutcome, sendImport } from "./send-import.ts";

/** The outcome of a rule of a file, in words. */
export const describeOutcome = (outcome: ImportOutcome): ReactNode => {
  if (outcome.kind === "done")
    return (
      <>
        {outcome.how === "created" ? "Created as " : "Updated "}
        <Link to="/mapping-rules/$id" params={{ id: String(outcome.rule.id) }}>
          rule {outcome.rule.id}
        </Link>
      </>
    );
  if (outcome.kind === "changed")
    return "Not sent: another person has changed this rule since the file was loaded. Load the file again to see the changes.";
  if (outcome.kind === "stopped") return "Not started.";
  if (outcome.kind === "failed") return `Not imported: ${outcome.why}`;
  return `Status unknown: ${outcome.why} Check the list before you try again.`;
};

interface ImportDialogProps {
  chosen: readonly ChosenEntry[];
  /** Called with the outcome of each rule that was started. */
  onClose: (outcomes: ReadonlyMap<number, ImportOutcome>) => void;
}

/** Asks for confirmation, then sends, and lists the outcome of each rule. */
export const ImportDialog = ({ chosen, onClose }: ImportDialogProps) => {
  const { state, outcomes, start, stop } = useWork<number, ImportOutcome>((signal, report) => {
    const versions = new Map<number, Version>();
    return sendImport({
      chosen,
      signal,
      report,
      read: async (id) => {
        const answer = await readMappingRule(id);
        versions.set(id, answer.version);
        return answer.value;
      },
      save: async (request) => {
        const answer = await sendMappingRule(request, toSending(versions.get(request.id ?? 0)));
        cacheMappingRule(answer);
        return answer.value;
      },
    });
  });
  const rateLimit = useQuery(connection()).data?.rateLimit;
  const created = chosen.filter(({ choice }) => choice === "create").length;
  const updated = chosen.length - created;
  const done = [...outcomes.values()].filter(({ kind }) => kind === "done").length;
  const close = () => {
    if (state === "done") void invalidate(mappingRuleList());
    onClose(outcomes);
  };
  return (
    <WorkDialog
      title={`Import ${formatCount(chosen.length, "rule")}?`}
      state={state}
      startLabel="Import"
      total={chosen.length}
      summary={`${done} of ${formatCount(chosen.length, "rule")} imported.`}
      lines={chosen.flatMap(({ entry }) => {
        const outcome = outcomes.get(entry.at);
        return outcome
          ? [
              {
                key: entry.at,
                name: entryName(entry),
                kind: outcome.kind === "changed" ? "failed" : outcome.kind,
                words: describeOutcome(outcome),
              },
            ]
          : [];
      })}
      onStart={start}
      onStop={stop}
      onClose={close}
    >
      {created > 0 && (
        <p>{formatCount(created, "rule")} will be created at the end of the order.</p>
      )}
      {updated > 0 && (
        <p>
          {formatCount(updated, "rule")} will be overwritten. Each is loaded again first and skipped
          if another person has changed it.
        </p>
      )}
      <p>This takes {workTime(created + updated * 2, rateLimit)}.</p>
    </WorkDialog>
  );
};

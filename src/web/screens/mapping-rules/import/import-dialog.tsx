import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { RuleTestContent } from "#contract/rule-tests.ts";
import {
  entryName,
  type ImportChoice,
  type ImportEntry,
  toCreateRequest,
  toReplaceRequest,
} from "#rule-model/import-rules.ts";
import { toSending, type Version } from "#web/api/call.ts";
import { cacheMappingRule, readMappingRule, sendMappingRule } from "#web/api/mapping-rules.ts";
import { addRuleTest } from "#web/api/rule-tests.ts";
import { formatCount } from "#web/base/format.ts";
import { runOneByOne, useWork, WorkDialog, type WorkEnd, useWorkTime } from "./one-by-one.tsx";

export type ImportOutcome =
  | {
      readonly kind: "done";
      readonly how: "created" | "updated";
      readonly rule: MappingRule;
      /** Why not all of its tests were added. */
      readonly untested?: string | undefined;
    }
  /** The rule to be replaced was changed by another user after it was shown here. */
  | { readonly kind: "changed" }
  | WorkEnd;

export interface ChosenEntry {
  readonly entry: ImportEntry;
  readonly choice: Exclude<ImportChoice, "skip">;
}

interface Ways {
  readonly read: (id: number) => Promise<MappingRule>;
  readonly save: (request: UpdateOrCreateMappingRule) => Promise<MappingRule>;
  /** Adds a test of the file to the saved rule. */
  readonly keep: (ruleId: number, test: RuleTestContent) => Promise<unknown>;
}

interface Work extends Ways {
  readonly chosen: readonly ChosenEntry[];
  readonly signal: AbortSignal;
  readonly report: (at: number, outcome: ImportOutcome) => void;
}

const sendRule = async (
  { entry, choice }: ChosenEntry,
  { read, save }: Ways,
): Promise<ImportOutcome> => {
  if (choice === "create")
    return { kind: "done", how: "created", rule: await save(toCreateRequest(entry)) };
  const { target, request } = entry;
  if (!target) return { kind: "done", how: "updated", rule: await save(request) };
  const now = await read(target.id);
  if (now.updatedAt !== target.updatedAt) return { kind: "changed" };
  return { kind: "done", how: "updated", rule: await save(toReplaceRequest(entry, now)) };
};

/** Sends a rule, then its tests: those that the rule has already are kept once. */
const sendOne = async (one: ChosenEntry, ways: Ways): Promise<ImportOutcome> => {
  const outcome = await sendRule(one, ways);
  if (outcome.kind !== "done") return outcome;
  try {
    for (const test of one.entry.tests ?? []) await ways.keep(outcome.rule.id, test);
    return outcome;
  } catch (error) {
    return { ...outcome, untested: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Sends the chosen rules of a file, one after the other, none twice; a rule that was changed since it was shown is
 * skipped.
 */
export const sendImport = ({ chosen, signal, report, ...requests }: Work): Promise<void> =>
  runOneByOne({
    items: chosen,
    signal,
    run: (one) => sendOne(one, requests),
    report: ({ entry }, outcome) => report(entry.at, outcome),
  });

export const describeOutcome = (outcome: ImportOutcome): ReactNode => {
  if (outcome.kind === "done")
    return (
      <>
        {outcome.how === "created" ? "Created as " : "Updated "}
        <Link to="/mapping-rules/$id" params={{ id: String(outcome.rule.id) }}>
          rule {outcome.rule.id}
        </Link>
        {outcome.untested !== undefined && `. Not all of its tests were added: ${outcome.untested}`}
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
  const work = useWork<ImportOutcome>((signal, report) => {
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
      keep: addRuleTest,
    });
  });
  const created = chosen.filter(({ choice }) => choice === "create").length;
  const updated = chosen.length - created;
  const time = useWorkTime(created + updated * 2);
  const done = [...work.outcomes.values()].filter(({ kind }) => kind === "done").length;
  return (
    <WorkDialog
      title={`Import ${formatCount(chosen.length, "rule")}?`}
      startLabel="Import"
      items={chosen.map(({ entry }) => ({ key: entry.at, name: entryName(entry) }))}
      work={work}
      describe={describeOutcome}
      summary={`${done} of ${formatCount(chosen.length, "rule")} imported.`}
      onClose={() => onClose(work.outcomes)}
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
      <p>This takes {time}.</p>
    </WorkDialog>
  );
};

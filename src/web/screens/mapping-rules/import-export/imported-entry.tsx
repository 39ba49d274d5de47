import { Button, NativeSelect } from "@mantine/core";
import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { MappingRule } from "#contract/mapping-rules.ts";
import { readAnswer } from "#contract/read.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import { changeSentence, diffRules } from "#rule-model/diff/diff-rules.ts";
import {
  choicesFor,
  entryName,
  type ImportChoice,
  type ImportEntry,
  toCreateRequest,
  toReplaceRequest,
} from "#rule-model/files/import-rules.ts";
import { createWording, type Workflow } from "#rule-model/workflow/workflow.ts";
import { storeGivenRule } from "#web/screens/mapping-rules/editor/given-rules.ts";
import { rememberRules } from "#web/screens/mapping-rules/list/rule-memory.ts";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";
import { formatCount } from "#web/base/format.ts";
import { describeOutcome } from "./import-dialog.tsx";
import type { ImportOutcome } from "./send-import.ts";

/**
 * Opens a rule of a file in the builder: under its own id where the upstream cannot read rules, so that saving
 * updates it; else as a new rule.
 */
const openImported = async (
  entry: ImportEntry,
  from: string,
  answered: MappingRule | undefined,
): Promise<string> => {
  if (entry.blindId) {
    // An answer names the handles of its ids; a request does not.
    const rule = answered ?? readAnswer(MappingRule, entry.request).value;
    await rememberRules([rule], "imported");
    return `/mapping-rules/${entry.blindId}`;
  }
  const key = await storeGivenRule({
    request: toCreateRequest(entry),
    from: `Imported from ${from}.`,
  });
  return `/mapping-rules/new?given=${key}`;
};

interface EntryProps {
  entry: ImportEntry;
  from: string;
  /** The same rule in the API's answer format, where the file has it so. */
  answered: MappingRule | undefined;
  workflow: Workflow;
  choice: ImportChoice;
  /** The outcome, once the rule was sent. */
  past: ImportOutcome | undefined;
  onChoose: (choice: ImportChoice) => void;
}

const choiceWords = (choice: ImportChoice, { target, idOnly, blindId }: ImportEntry): string => {
  if (choice === "create") return "Create as new rule";
  if (choice === "skip") return "Skip";
  if (!target) return `Overwrite rule ${blindId} without comparing`;
  const words = `Overwrite rule ${target.id} “${ruleName(target)}”`;
  return idOnly ? `${words} (only the ID matches)` : words;
};

const listedAtOnce = 30;

/** The differences from the rule that it replaces, in words. */
const Differences = ({ entry, workflow }: Pick<EntryProps, "entry" | "workflow">) => {
  const changes = useMemo(() => {
    const before = entry.target && toMappingRuleRequest(entry.target);
    if (!before || !entry.target) return undefined;
    const wordingFor = (rule: UpdateOrCreateMappingRule) =>
      createWording(workflow, findInheritedType(rule, workflow.catalogue));
    return diffRules(before, toReplaceRequest(entry, entry.target), wordingFor);
  }, [entry, workflow]);
  if (!changes) return null;
  if (changes.length === 0)
    return (
      <p>
        No changes: rule {entry.target?.id} “<bdi>{entry.target && ruleName(entry.target)}</bdi>” is
        the same.
      </p>
    );
  return (
    <details className="imported__more">
      <summary>{formatCount(changes.length, "change")} to the existing rule</summary>
      <ul className="imported__changes">
        {changes.slice(0, listedAtOnce).map((change, at) => (
          <li key={at}>
            <bdi>{changeSentence(change)}</bdi>
          </li>
        ))}
        {changes.length > listedAtOnce && <li>and {changes.length - listedAtOnce} more</li>}
      </ul>
    </details>
  );
};

/** One rule of a file: a description, the names that are unknown here, and the choice of its import. */
export const ImportedEntry = ({
  entry,
  from,
  answered,
  workflow,
  choice,
  past,
  onChoose,
}: EntryProps) => {
  const navigate = useNavigate();
  const { request, notes, incomplete, takenBy } = entry;
  const words = useMemo(
    () =>
      ruleParagraph(
        describeRule(
          request.rule,
          createWording(workflow, findInheritedType(request, workflow.catalogue)),
        ),
      ),
    [request, workflow],
  );
  const name = entryName(entry);
  const open = () =>
    void openImported(entry, from, answered).then((href) => navigate({ to: href }));
  return (
    <li className="imported">
      <div className="imported__head">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <NativeSelect
          className="imported__choice"
          aria-label={`What to do with ${name}`}
          value={choice}
          onChange={(event) => onChoose(event.target.value as ImportChoice)}
          data={choicesFor(entry).map((one) => ({ value: one, label: choiceWords(one, entry) }))}
        />
        <Button size="xs" onClick={open}>
          Open in builder
        </Button>
      </div>
      {past && <p className="imported__past">{describeOutcome(past)}</p>}
      <p className="imported__words">
        <bdi>{words}</bdi>
      </p>
      {notes.length > 0 && (
        <ul className="imported__notes" aria-label={`Unknown in ${name}`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {takenBy !== undefined && (
        <p className="imported__notes">
          “<bdi>{takenBy}</bdi>” in this file is for the same existing rule, so this one can only be
          created or skipped.
        </p>
      )}
      {incomplete && (
        <p className="imported__notes">
          Some parts aren't selected yet, so this rule can't be imported as it is. Open it in the
          builder.
        </p>
      )}
      {(choice === "update" || entry.identical) && (
        <Differences entry={entry} workflow={workflow} />
      )}
    </li>
  );
};

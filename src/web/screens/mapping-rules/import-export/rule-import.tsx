import { PermittedButton } from "#web/kit/button.tsx";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { NativeSelect } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { MappingRule } from "#contract/mapping-rules.ts";
import {
  choiceAmongAll,
  choicesFor,
  type ImportChoice,
  type ImportEntry,
  planImport,
  proposedChoice,
  readRuleFile,
  type RefusedRule,
} from "#rule-model/files/import-rules.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { CatalogueSheet } from "#web/screens/mapping-rules/catalog/catalog-sheet.tsx";
import {
  useWorkflow,
  type WorkflowState,
} from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { ErrorNotice, useHeldError } from "#web/kit/error-notice.tsx";
import { formatCount } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { fileFlaws } from "#web/base/read-text-file.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { useLast } from "#web/screens/mapping-rules/editor/use-last.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportedEntry } from "./imported-entry.tsx";
import { type GivenText, type RefusedFile, RefusedFileNotice, RuleSource } from "./rule-source.tsx";
import type { ChosenEntry, ImportOutcome } from "./send-import.ts";
import "#web/screens/mapping-rules/list/mapping-rule.css";
import "./rule-import.css";

const Refused = ({ refused }: { refused: readonly RefusedRule[] }) =>
  refused.length > 0 && (
    <Notice
      title={`${formatCount(refused.length, "entry", "entries")} ${refused.length === 1 ? "isn't a valid rule" : "aren't valid rules"}`}
      tone="waiting"
    >
      <ul className="rule-import__refused">
        {refused.slice(0, 50).map(({ place, why }) => (
          <li key={place}>
            Entry {place}: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );

interface PreviewProps {
  given: GivenText;
  known: Extract<WorkflowState, { status: "ready" }>;
  /** Undefined where the upstream lists none. */
  rules: readonly MappingRule[] | undefined;
}

const allChoices: readonly (readonly [ImportChoice, string])[] = [
  ["create", "Create all as new rules"],
  ["update", "Overwrite existing rules where there is a match"],
  ["skip", "Skip all"],
];

const isSettled = (outcome: ImportOutcome | undefined): boolean =>
  outcome?.kind === "done" || outcome?.kind === "unknown";

const useChoices = (entries: readonly ImportEntry[]) => {
  const [choices, setChoices] = useState<ReadonlyMap<number, ImportChoice>>(new Map());
  const [past, setPast] = useState<ReadonlyMap<number, ImportOutcome>>(new Map());
  const readChoice = (entry: ImportEntry): ImportChoice => {
    const offered = choicesFor(entry);
    const choice = choices.get(entry.at) ?? proposedChoice(entry);
    // Rules that are read again after an import may be the targets of other rules of the file.
    return offered.includes(choice) ? choice : "skip";
  };
  /** Excludes the rules that were imported, or may have been: starting again creates nothing twice. */
  const settle = (outcomes: ReadonlyMap<number, ImportOutcome>) => {
    const settled = [...outcomes].filter(([, outcome]) => isSettled(outcome));
    setPast(new Map([...past, ...outcomes]));
    setChoices(new Map([...choices, ...settled.map(([at]) => [at, "skip"] as const)]));
  };
  const chosen = entries.flatMap((entry): ChosenEntry[] => {
    const choice = readChoice(entry);
    return choice === "skip" ? [] : [{ entry, choice }];
  });
  return {
    readChoice,
    chosen,
    past,
    settle,
    choose: (at: number, choice: ImportChoice) => setChoices(new Map(choices).set(at, choice)),
    chooseAll: (choice: ImportChoice) =>
      setChoices(
        new Map(
          entries.map((entry) => [
            entry.at,
            isSettled(past.get(entry.at)) ? "skip" : choiceAmongAll(entry, choice),
          ]),
        ),
      ),
  };
};

const Preview = ({ given, known, rules }: PreviewProps) => {
  const { read, workflow, answered } = useMemo(
    () => readRuleFile(given.text, known),
    [given, known],
  );
  const entries = useMemo(
    () => ("why" in read ? [] : planImport(read.rules, rules)),
    [read, rules],
  );
  const { readChoice, chosen, choose, chooseAll, past, settle } = useChoices(entries);
  const [confirming, setConfirming] = useState<readonly ChosenEntry[]>();
  const shown = useRef<HTMLDivElement>(null);
  // The result is below its source, so it is scrolled into view.
  useEffect(() => {
    // `scrollIntoView` returns a promise in newer browsers, which an effect must not return.
    shown.current?.scrollIntoView({ block: "start" });
  }, []);
  const flaw = given.flaw && fileFlaws[given.flaw];
  if ("why" in read)
    return (
      <Notice title="No valid rules found" tone="bad" alert>
        <p>{read.why}</p>
        {flaw && <p>{flaw.text}</p>}
      </Notice>
    );
  return (
    <div ref={shown} className="stack rule-import__read">
      {flaw && (
        <Notice title={flaw.title} tone="waiting">
          <p>{flaw.text}</p>
        </Notice>
      )}
      <Refused refused={read.refused} />
      {entries.length > 0 && (
        <Sheet title={`${formatCount(entries.length, "rule")} in ${given.from}`} flush>
          {entries.length > 1 && (
            <div className="sheet__body row">
              <NativeSelect
                label="For all rules"
                value=""
                onChange={(event) => chooseAll(event.target.value as ImportChoice)}
                data={[
                  { value: "", label: "Select…" },
                  ...allChoices.map(([value, label]) => ({ value, label })),
                ]}
              />
            </div>
          )}
          <ul className="imported-list" aria-label="Rules of the file">
            {entries.map((entry) => (
              <ImportedEntry
                key={entry.at}
                entry={entry}
                from={given.from}
                answered={answered.find(({ id }) => id === entry.request.id)}
                workflow={workflow}
                choice={readChoice(entry)}
                past={past.get(entry.at)}
                onChoose={(choice) => choose(entry.at, choice)}
              />
            ))}
          </ul>
          <div className="sheet__body row">
            <PermittedButton
              permission={mappingRuleOperations.saveMappingRule}
              variant="filled"
              disabled={chosen.length === 0}
              onClick={() => setConfirming(chosen)}
            >
              Import {formatCount(chosen.length, "rule")}…
            </PermittedButton>
          </div>
        </Sheet>
      )}
      {confirming && (
        <ImportDialog
          chosen={confirming}
          onClose={(outcomes) => {
            settle(outcomes);
            setConfirming(undefined);
          }}
        />
      )}
    </div>
  );
};

/**
 * Imports rules from a file or from pasted text: shows them first, then creates them, replaces others with them, or
 * opens them.
 */
export const RuleImport = () => {
  const [given, give] = useState<{ source: GivenText | RefusedFile; times: number }>();
  const text = given && "text" in given.source ? given.source : undefined;
  const refused = given && "refusal" in given.source ? given.source : undefined;
  const list = useQuery(mappingRuleList());
  const error = useHeldError(list);
  const unserved = isUnserved(error);
  const workflow = useWorkflow({ enabled: list.isFetched });
  // After an import the list is read again. Meanwhile, and if that fails, the results must stay: without them, the same
  // rules would be offered again.
  const known = useLast(workflow.status === "ready" ? workflow : undefined);
  const ready = known !== undefined && (list.data !== undefined || unserved);
  return (
    <Screen
      title="Import rules"
      crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
      lead="Fields, comparators and actions are matched by name, so you can import rules from another account that has the same fields."
    >
      {error && !unserved && <ErrorNotice error={error} onRetry={() => void list.refetch()} />}
      {unserved && (
        <Notice title="The API doesn't offer loading mapping rules" tone="waiting">
          <p>
            Imported rules can't be compared with existing ones. A rule with an ID overwrites the
            existing rule with that ID. To review or edit it first, open it in the builder.
          </p>
        </Notice>
      )}
      <RuleSource onGive={(source) => give({ source, times: (given?.times ?? 0) + 1 })} />
      {refused && <RefusedFileNotice file={refused} />}
      {text && !ready && <p role="status">Loading fields, comparators and actions…</p>}
      {text && ready && (
        <Preview key={given?.times} given={text} known={known} rules={list.data?.value} />
      )}
      {unserved && <CatalogueSheet workflow={workflow} />}
    </Screen>
  );
};

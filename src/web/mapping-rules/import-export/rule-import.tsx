import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { mappingRuleOperations } from "#contract/mapping-rules.ts";
import { Button, NativeSelect, Textarea } from "@mantine/core";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FormEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useQuery } from "@tanstack/react-query";
import type { MappingRule } from "#contract/mapping-rules.ts";
import {
  choicesFor,
  type ImportChoice,
  type ImportEntry,
  planImport,
  readRuleFile,
  type RefusedRule,
} from "#rule-model/files/import-rules.ts";
import { whyTooLong } from "#rule-model/json/json-text.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { CatalogueSheet } from "#web/mapping-rules/catalog/catalog-sheet.tsx";
import { useWorkflow, type WorkflowState } from "#web/mapping-rules/catalog/workflow-source.ts";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { formatCount } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen, Sheet } from "#web/ui/screen.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportedEntry } from "./imported-entry.tsx";
import type { ChosenEntry, ImportOutcome } from "./send-import.ts";
import "#web/mapping-rules/list/mapping-rule.css";
import "./rule-import.css";

/** The user's input: a file, or pasted text. */
export interface GivenText {
  readonly text: string;
  readonly from: string;
}

/** A file or pasted text with rules in it. */
export const RuleSource = ({ onGive }: { onGive: (given: GivenText) => void }) => {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string>();
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    setFailure(undefined);
    void file
      ?.text()
      .then((content) => onGive({ text: content, from: file.name }))
      .catch(() => setFailure("Couldn't read this file. Select another file."));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") setFailure("Paste the JSON of a rule first, or open a file.");
    else onGive({ text, from: "pasted text" });
  };
  // A field with millions of characters would block the browser; a file does not.
  const onPaste = (event: ClipboardEvent) => {
    const why = whyTooLong(event.clipboardData.getData("text").length);
    setFailure(why && `${why} Open it as a file instead.`);
    if (why) event.preventDefault();
  };
  return (
    <Sheet title="Select rules">
      <form className="stack" onSubmit={onSubmit}>
        <div className="row">
          <Button component="label" className="file-button" variant="filled">
            Open a file
            <input
              type="file"
              className="visually-hidden"
              accept="application/json,.json,text/plain"
              onChange={onFile}
            />
          </Button>
          <span className="faint">or paste JSON below</span>
        </div>
        <Textarea
          id="rule-source"
          label="JSON of one or more rules"
          description="As exported by the console or sent by the API. Nothing is saved until you import it."
          error={failure}
          errorProps={{ role: "status" }}
          classNames={{ input: "code" }}
          rows={5}
          spellCheck={false}
          value={text}
          onPaste={onPaste}
          onChange={(event) => {
            setFailure(undefined);
            setText(event.target.value);
          }}
        />
        <div>
          <Button type="submit">Preview</Button>
        </div>
      </form>
    </Sheet>
  );
};

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
  const readChoice = (entry: ImportEntry): ImportChoice =>
    choices.get(entry.at) ?? choicesFor(entry)[0] ?? "skip";
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
            isSettled(past.get(entry.at))
              ? "skip"
              : choicesFor(entry).includes(choice)
                ? choice
                : (choicesFor(entry)[0] ?? "skip"),
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
  if ("why" in read)
    return (
      <Notice title="No valid rules found" tone="bad" alert>
        <p>{read.why}</p>
      </Notice>
    );
  return (
    <div ref={shown} className="stack rule-import__read">
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
  const [given, give] = useState<{ text: GivenText; times: number }>();
  const list = useQuery(mappingRuleList());
  const unserved = list.isError && isUnserved(list.error);
  const workflow = useWorkflow({ enabled: !list.isPending });
  const ready = workflow.status === "ready" && (list.isSuccess || unserved);
  return (
    <Screen
      title="Import rules"
      crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
      lead="Fields, comparators and actions are matched by name, so you can import rules of another account that has the same fields."
    >
      {list.isError && !unserved && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      )}
      {unserved && (
        <Notice title="The API doesn't offer loading mapping rules" tone="waiting">
          <p>
            Imported rules can't be compared with existing ones. A rule with an ID overwrites the
            existing rule with that ID. To review or edit it first, open it in the builder.
          </p>
        </Notice>
      )}
      <RuleSource onGive={(text) => give({ text, times: (given?.times ?? 0) + 1 })} />
      {given && !ready && <p role="status">Loading fields, comparators and actions…</p>}
      {given && ready && (
        <Preview key={given.times} given={given.text} known={workflow} rules={list.data?.value} />
      )}
      {unserved && <CatalogueSheet workflow={workflow} />}
    </Screen>
  );
};

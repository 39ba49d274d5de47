import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FormEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { readAnswer } from "#contract/read.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { changeSentence, diffRules } from "#rule-model/diff-rules.ts";
import {
  choiceAmongAll,
  choicesFor,
  entryName,
  type ImportChoice,
  type ImportEntry,
  planImport,
  proposedChoice,
  readRuleFile,
  type RefusedRule,
  toCreateRequest,
  toReplaceRequest,
} from "#rule-model/import-rules.ts";
import { maxFileLength, whyTooLong } from "#rule-model/rule-text.ts";
import { createWording, type Workflow } from "#rule-model/workflow.ts";
import { describeRule, ruleParagraph } from "#rules/describe-rule.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { useServed } from "#web/base/served.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import {
  type FileFlaw,
  fileFlaws,
  type FileRefusalKind,
  readTextFile,
  refusalTitles,
} from "#web/base/read-text-file.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedButton } from "#web/kit/button.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { CatalogueSheet } from "#web/screens/mapping-rules/catalog/catalog-sheet.tsx";
import {
  useLast,
  useWorkflow,
  type WorkflowState,
} from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { storeGivenRule } from "#web/screens/mapping-rules/editor/start-rule.ts";
import { rememberRules } from "#web/screens/mapping-rules/list/rule-memory.ts";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";
import {
  type ChosenEntry,
  describeOutcome,
  ImportDialog,
  type ImportOutcome,
} from "./import-dialog.tsx";
import "#web/screens/mapping-rules/list/mapping-rule.css";
import "./rule-import.css";

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
    <details>
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
const ImportedEntry = ({ entry, from, answered, workflow, choice, past, onChoose }: EntryProps) => {
  const navigate = useNavigate();
  const { request, notes, tests, incomplete, takenBy } = entry;
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
      {tests && <p className="faint small">With {formatCount(tests.length, "test")}.</p>}
      {notes.length > 0 && (
        <ul className="signal small" aria-label={`Unknown in ${name}`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {takenBy !== undefined && (
        <p className="signal small">
          “<bdi>{takenBy}</bdi>” in this file is for the same existing rule, so this one can only be
          created or skipped.
        </p>
      )}
      {incomplete && (
        <p className="signal small">
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

/** The user's input: a file, or pasted text. */
interface GivenText {
  readonly text: string;
  readonly from: string;
  readonly flaw?: FileFlaw | undefined;
}

interface RefusedFile {
  readonly from: string;
  readonly refusal: FileRefusalKind;
}

const explainRefusal = (refusal: RefusedFile["refusal"]): string =>
  refusal === "too-large"
    ? `The limit is ${formatQuantity(maxFileLength)} characters. Export fewer rules at once, then import each file.`
    : "Select another file.";

/** Why a file wasn't imported. */
const RefusedFileNotice = ({ file: { from, refusal } }: { file: RefusedFile }) => (
  <Notice title={refusalTitles[refusal]} tone="bad" alert>
    <p>
      <bdi>{from}</bdi> wasn't imported. {explainRefusal(refusal)}
    </p>
  </Notice>
);

interface RuleSourceProps {
  onGive: (given: GivenText | RefusedFile) => void;
}

const RuleSource = ({ onGive }: RuleSourceProps) => {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string>();
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = "";
    setFailure(undefined);
    if (!file) return;
    void readTextFile(file, maxFileLength).then((read) => {
      const from = file.name;
      onGive(read.kind === "text" ? { ...read, from } : { from, refusal: read.kind });
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") setFailure("Paste the JSON of a rule first, or open a file");
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
          description="As exported by the console or returned by the service. Nothing is saved until you import it."
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
          <ul aria-label="Rules of the file">
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
  const unserved = !useServed(mappingRuleOperations.listMappingRules);
  const workflow = useWorkflow({ enabled: list.isFetched });
  // After an import the list is read again. Meanwhile, and if that fails, the results must stay: without them, the same
  // rules would be offered again.
  const known = useLast(workflow.status === "ready" ? workflow : undefined);
  const ready = known !== undefined && (list.data !== undefined || unserved);
  return (
    <Screen
      title="Import rules"
      crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
      lead="Fields, comparisons and actions are matched by name, so you can import rules from another account that has the same fields."
    >
      {list.error && !unserved && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      )}
      {unserved && (
        <Notice title="The service doesn't offer loading mapping rules" tone="waiting">
          <p>
            Imported rules can't be compared with existing ones. A rule with an ID overwrites the
            existing rule with that ID. To review or edit it first, open it in the builder.
          </p>
        </Notice>
      )}
      <RuleSource onGive={(source) => give({ source, times: (given?.times ?? 0) + 1 })} />
      {refused && <RefusedFileNotice file={refused} />}
      {text && !ready && <p role="status">Loading fields, comparisons and actions…</p>}
      {text && ready && (
        <Preview key={given?.times} given={text} known={known} rules={list.data?.value} />
      )}
      {unserved && <CatalogueSheet workflow={workflow} />}
    </Screen>
  );
};

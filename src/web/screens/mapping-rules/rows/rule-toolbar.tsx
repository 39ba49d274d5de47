import { ActionIcon, Button, TextInput } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconChevronUp,
  IconFoldDown,
  IconFoldUp,
  IconForms,
} from "@tabler/icons-react";
import {
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Builder } from "#rule-model/builder.ts";
import { foldableKeys } from "#rule-model/draft-rule.ts";
import { headKey, type PartKey } from "#rule-model/part.ts";
import { createPartSearch } from "#rule-model/describe-parts.ts";
import { formatCount } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { LockableButton } from "#web/kit/button.tsx";
import {
  useBuilder,
  useEditorState,
  useHistoryValue,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { FindingsButton } from "#web/screens/mapping-rules/checks/part-findings.tsx";
import { FailedTestsButton } from "#web/screens/mapping-rules/tests/failed-parts.tsx";
import { foldAll, stepHistory } from "./edit-commands.ts";
import { type EditorState, goToRow, showRow } from "./shown-rows.ts";
import { RowTools, RuleEditorDialog } from "./row-tools.tsx";

/** The results, updated in the rule's and the search's deferred renders; `now` does not wait. */
const useFound = (text: string) => {
  const builder = useBuilder();
  const search = useMemo(() => createPartSearch(builder), [builder]);
  const wanted = useDeferredValue(text);
  const version = useHistoryValue((history) => (wanted.trim() === "" ? 0 : history.version));
  const settled = useDeferredValue(version);
  const found = useMemo(
    () => (settled < 0 || wanted.trim() === "" ? [] : search(wanted)),
    [search, wanted, settled],
  );
  useEffect(() => () => builder.view.find([]), [builder]);
  const now = (): readonly PartKey[] => (wanted === text ? found : search(text));
  return { found, now };
};

/** More marks than this are no help, and each one renders a row again. */
const mostMarked = 300;

/** Marks the rows that are found; of too many, only the current one. */
const useMarks = (found: readonly PartKey[], last: PartKey | undefined): void => {
  const { view } = useBuilder();
  const gone = found.length > mostMarked ? last : undefined;
  const marked = useMemo(
    () => (found.length <= mostMarked ? found : gone === undefined ? [] : [gone]),
    [found, gone],
  );
  useEffect(() => view.find(marked), [view, marked]);
};

const countWords = (text: string, found: number, at: number): string => {
  if (text.trim() === "") return "";
  if (found === 0) return "No matches";
  return at > 0 ? `${at} of ${found}` : formatCount(found, "match", "matches");
};

const matchButtons = [
  { by: -1, name: "Previous", keys: "Shift+Enter", Icon: IconChevronUp },
  { by: 1, name: "Next", keys: "Enter", Icon: IconChevronDown },
] as const;

/** Searches the sentences, handles and operands of a rule; marks the rows and goes from one to the next. */
const RuleSearch = () => {
  const editor = useEditorState();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [last, setLast] = useState<PartKey>();
  const { found, now } = useFound(text);
  useMarks(found, last);
  const at = last === undefined ? 0 : found.indexOf(last) + 1;

  useEffect(() => {
    editor.searchField.set(field.current ?? undefined);
    return () => editor.searchField.set(undefined);
  }, [editor]);

  const step = (by: 1 | -1) => {
    const keys = now();
    if (keys.length === 0) return;
    const from = at === 0 ? (by > 0 ? -1 : 0) : at - 1;
    const next = keys[(from + by + keys.length) % keys.length];
    if (next === undefined) return;
    setLast(next);
    showRow(editor, next);
  };

  const leave = () => {
    const key = last ?? editor.builder.view.active();
    setText("");
    setLast(undefined);
    if (key !== undefined) goToRow(editor, key);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Readonly<Record<string, () => void>> = {
      Enter: () => step(event.shiftKey ? -1 : 1),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Escape: leave,
    };
    const act = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <div className="rule-toolbar__search" role="search" aria-label="In this rule">
      <TextInput
        ref={field}
        className="rule-toolbar__field"
        id={id}
        type="search"
        aria-label="Search in this rule"
        aria-keyshortcuts="/"
        placeholder="Search in this rule"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setLast(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <output className="rule-toolbar__count" htmlFor={id}>
        {countWords(text, found.length, at)}
      </output>
      {found.length > 0 && (
        <>
          {matchButtons.map(({ by, name, keys, Icon }) => (
            <ActionIcon
              key={name}
              size="xs"
              aria-label={`${name} match`}
              title={`${name} (${keys})`}
              onClick={() => step(by)}
            >
              <Icon aria-hidden="true" />
            </ActionIcon>
          ))}
        </>
      )}
    </div>
  );
};

/** Announces the result of a move, a deletion, an undo. */
const RuleAnnouncer = () => (
  <p className="visually-hidden" role="status" aria-live="polite">
    {useValue(useEditorState().announcement)}
  </p>
);

interface PartProps {
  editor: EditorState;
}

const steps = {
  undo: { name: "Undo", keys: "Ctrl+Z", Icon: IconArrowBackUp },
  redo: { name: "Redo", keys: "Ctrl+Shift+Z", Icon: IconArrowForwardUp },
} as const;

interface StepProps extends PartProps {
  way: "undo" | "redo";
  /** The name of the step that a click would undo or redo. */
  what: string | undefined;
}

/** Stays focusable when there is nothing to undo, so that the last step does not lose the focus. */
const Step = memo(({ editor, way, what }: StepProps) => {
  const { name, keys, Icon } = steps[way];
  return (
    <LockableButton
      size="xs"
      locked={what === undefined}
      aria-keyshortcuts={keys.replace("Ctrl", "Control")}
      title={what === undefined ? `Nothing to ${way}` : `${name}: ${what} (${keys})`}
      onClick={() => stepHistory(editor, way)}
      leftSection={<Icon aria-hidden="true" />}
    >
      <span className="rule-toolbar__label">{name}</span>
    </LockableButton>
  );
});

/** The titles are updated after a step has been painted. */
const History = ({ editor }: PartProps) => (
  <div className="rule-toolbar__pair">
    <Step editor={editor} way="undo" what={useDeferredValue(useHistoryValue(({ undo }) => undo))} />
    <Step editor={editor} way="redo" what={useDeferredValue(useHistoryValue(({ redo }) => redo))} />
  </div>
);

/** Fewer parts than this are easy to scan; folding would only hide them. */
const worthFolding = 2;
/** In a rule of this many parts, they are not counted. */
const alwaysWorth = 2_000;

const folds = [
  { label: "Collapse all", title: "Show each group and child rule as one line", to: true },
  { label: "Expand all", title: "Show all rows", to: false },
] as const;

const FoldButtons = memo(({ editor }: PartProps) => (
  <div className="rule-toolbar__pair">
    {folds.map(({ label, title, to }) => (
      <Button
        key={label}
        variant="subtle"
        color="gray"
        size="xs"
        title={title}
        onClick={() => foldAll(editor, to)}
        leftSection={to ? <IconFoldUp aria-hidden="true" /> : <IconFoldDown aria-hidden="true" />}
      >
        <span className="rule-toolbar__label">{label}</span>
      </Button>
    ))}
  </div>
));

const Folding = ({ editor }: PartProps) => {
  const { draft } = editor.builder;
  // Any step but typing may add or delete a group.
  useHistoryValue(({ shape }) => shape);
  if (draft.size() < alwaysWorth && foldableKeys(draft).length < worthFolding) return null;
  return <FoldButtons editor={editor} />;
};

/** The parts to visit: those with errors, else those with warnings. */
const wrongKeys = ({ check }: Builder): readonly PartKey[] => {
  const errors = check.keysInOrder("error");
  return errors.length > 0 ? errors : check.keysInOrder();
};

/** Goes to the next part with a problem after the active row, and from the last again to the first. */
const useNextProblem = (editor: EditorState): (() => void) => {
  // The rule's own fields are not a row, so the active row does not show that they were visited.
  const atHead = useRef(false);
  return () => {
    const keys = wrongKeys(editor.builder);
    const from = atHead.current ? headKey : (editor.builder.view.active() ?? headKey);
    const key = keys[(keys.indexOf(from) + 1) % keys.length];
    if (key === undefined) return;
    atHead.current = key === headKey;
    goToRow(editor, key);
  };
};

const Problems = ({ editor }: PartProps) => {
  const { errors, warnings } = useValue(editor.builder.check.totals);
  const goOn = useNextProblem(editor);
  if (errors + warnings === 0) return null;
  const words = [
    errors > 0 ? formatCount(errors, "problem") : "",
    warnings > 0 ? formatCount(warnings, "warning") : "",
  ].filter((text) => text !== "");
  return (
    <Button
      size="xs"
      variant="outline"
      color={errors > 0 ? "red" : "orange"}
      title="Go to next problem"
      onClick={goOn}
      leftSection={<IconAlertTriangle aria-hidden="true" />}
    >
      {words.join(", ")}
    </Button>
  );
};

/** Above the editor: undo and redo, search, folding, problems, keys. Also renders what all rows share. */
export const RuleToolbar = () => {
  const editor = useEditorState();
  return (
    <div className="rule-toolbar" role="group" aria-label="Rule tools">
      <History editor={editor} />
      <RuleSearch />
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        title="Type a rule in words (T)"
        aria-keyshortcuts="t"
        onClick={() => editor.typing.set("asked")}
        leftSection={<IconForms aria-hidden="true" />}
      >
        <span className="rule-toolbar__label">Type a rule</span>
      </Button>
      <Folding editor={editor} />
      <Problems editor={editor} />
      <FailedTestsButton />
      <FindingsButton />
      <RuleAnnouncer />
      <RuleEditorDialog editor={editor} />
      <RowTools editor={editor} />
    </div>
  );
};

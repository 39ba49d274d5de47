import { Button } from "@mantine/core";
import { memo, useDeferredValue, useRef } from "react";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFoldDown,
  IconFoldUp,
  IconKeyboard,
} from "@tabler/icons-react";
import type { Builder } from "#rule-model/draft/builder.ts";
import { foldableKeys } from "#rule-model/draft/draft-rule.ts";
import { headKey, type PartKey } from "#rule-model/draft/part.ts";
import {
  useEditorState,
  useHistoryValue,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { formatCount } from "#web/base/format.ts";
import { useValue } from "#web/base/value-store.ts";
import { stepHistory } from "./edit-commands.ts";
import type { EditorState } from "./editor-state.ts";
import { foldAll } from "./fold-rows.ts";
import { MoveToDialog, RuleKeys } from "./row-dialogs.tsx";
import { RowTools } from "./row-tools.tsx";
import { RuleSearch } from "./rule-search.tsx";
import { goToRow } from "./shown-rows.ts";
import "./rule-toolbar.css";
import { LockableButton } from "#web/kit/lockable-button.tsx";

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
  undo: { name: "Undo", none: "Nothing to undo", keys: "Ctrl+Z", shortcut: "Control+Z" },
  redo: {
    name: "Redo",
    none: "Nothing to redo",
    keys: "Ctrl+Shift+Z",
    shortcut: "Control+Shift+Z",
  },
} as const;

interface StepProps extends PartProps {
  way: "undo" | "redo";
  /** The name of the step that a click would undo or redo. */
  what: string | undefined;
}

/** Stays focusable when there is nothing to undo, so that the last step does not lose the focus. */
const Step = memo(({ editor, way, what }: StepProps) => {
  const { name, none, keys, shortcut } = steps[way];
  const Icon = way === "undo" ? IconArrowBackUp : IconArrowForwardUp;
  return (
    <LockableButton
      size="xs"
      locked={what === undefined}
      aria-keyshortcuts={shortcut}
      title={what === undefined ? none : `${name}: ${what} (${keys})`}
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
    <Step
      editor={editor}
      way="undo"
      what={useDeferredValue(useHistoryValue((history) => history.undo))}
    />
    <Step
      editor={editor}
      way="redo"
      what={useDeferredValue(useHistoryValue((history) => history.redo))}
    />
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
      <Folding editor={editor} />
      <Problems editor={editor} />
      <Button
        className="rule-toolbar__keys"
        variant="subtle"
        color="gray"
        size="xs"
        title="Keyboard shortcuts (?)"
        onClick={() => editor.dialog.set({ kind: "keys" })}
        leftSection={<IconKeyboard aria-hidden="true" />}
      >
        <span className="rule-toolbar__label">Shortcuts</span>
      </Button>
      <RuleAnnouncer />
      <RuleKeys editor={editor} />
      <MoveToDialog editor={editor} />
      <RowTools editor={editor} />
    </div>
  );
};

import "./rule-toolbar.css";
import { Button } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFoldUp,
  IconKeyboard,
  IconFoldDown,
} from "@tabler/icons-react";
import { memo, useDeferredValue, useRef } from "react";
import type { Builder } from "#web/mapping-rules/builder/builder-context.ts";
import { useBuilder, useHistoryOf } from "#web/mapping-rules/builder/builder-context.ts";
import type { PartKey } from "#web/mapping-rules/builder/part.ts";
import { headKey } from "#web/mapping-rules/builder/part.ts";
import { useValue } from "#web/ui/value-store.ts";
import { counted } from "#web/ui/format.ts";
import { foldAll } from "./fold-rows.ts";
import { MoveToDialog } from "./move-to-dialog.tsx";
import { RowTools } from "./row-tools.tsx";
import { RuleKeys } from "./rule-keys.tsx";
import { RuleLive } from "./rule-live.tsx";
import type { RuleMoves } from "./rule-moves.ts";
import { getRuleMoves } from "./rule-moves.ts";
import { RuleSearch } from "./rule-search.tsx";
import { foldableKeys, goToRow } from "./shown-rows.ts";
import { stepHistory } from "./step-history.ts";

interface PartProps {
  moves: RuleMoves;
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
const Step = memo(({ moves, way, what }: StepProps) => {
  const { name, none, keys, shortcut } = steps[way];
  const Icon = way === "undo" ? IconArrowBackUp : IconArrowForwardUp;
  return (
    <Button
      size="xs"
      aria-disabled={what === undefined}
      data-disabled={what === undefined}
      aria-keyshortcuts={shortcut}
      title={what === undefined ? none : `${name}: ${what} (${keys})`}
      onClick={() => stepHistory(moves, way)}
      leftSection={<Icon aria-hidden="true" />}
    >
      <span className="rule-toolbar__label">{name}</span>
    </Button>
  );
});

/** The titles are updated after a step has been painted. */
const History = ({ moves }: PartProps) => (
  <div className="rule-toolbar__pair">
    <Step
      moves={moves}
      way="undo"
      what={useDeferredValue(useHistoryOf((history) => history.undo))}
    />
    <Step
      moves={moves}
      way="redo"
      what={useDeferredValue(useHistoryOf((history) => history.redo))}
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

const FoldButtons = memo(({ moves }: PartProps) => (
  <div className="rule-toolbar__pair">
    {folds.map(({ label, title, to }) => (
      <Button
        key={label}
        variant="subtle"
        color="gray"
        size="xs"
        title={title}
        onClick={() => foldAll(moves, to)}
        leftSection={to ? <IconFoldUp aria-hidden="true" /> : <IconFoldDown aria-hidden="true" />}
      >
        <span className="rule-toolbar__label">{label}</span>
      </Button>
    ))}
  </div>
));

const Folding = ({ moves }: PartProps) => {
  const { draft } = moves.builder;
  // Any step but typing may add or delete a group.
  useHistoryOf(({ shape }) => shape);
  if (draft.size() < alwaysWorth && foldableKeys(draft).length < worthFolding) return null;
  return <FoldButtons moves={moves} />;
};

/** The parts to visit: those with errors, else those with warnings. */
const wrongKeys = ({ check }: Builder): readonly PartKey[] => {
  const errors = check.keysInOrder("error");
  return errors.length > 0 ? errors : check.keysInOrder();
};

/** Goes to the next part with a problem after the active row, and from the last again to the first. */
const useNextProblem = (moves: RuleMoves): (() => void) => {
  // The rule's own fields are not a row, so the active row does not show that they were visited.
  const atHead = useRef(false);
  return () => {
    const keys = wrongKeys(moves.builder);
    const from = atHead.current ? headKey : (moves.builder.view.active() ?? headKey);
    const key = keys[(keys.indexOf(from) + 1) % keys.length];
    if (key === undefined) return;
    atHead.current = key === headKey;
    goToRow(moves, key);
  };
};

const Problems = ({ moves }: PartProps) => {
  const { errors, warnings } = useValue(moves.builder.check.totals);
  const goOn = useNextProblem(moves);
  if (errors + warnings === 0) return null;
  const words = [
    errors > 0 ? counted(errors, "problem") : "",
    warnings > 0 ? counted(warnings, "warning") : "",
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
  const moves = getRuleMoves(useBuilder());
  return (
    <div className="rule-toolbar" role="group" aria-label="Rule tools">
      <History moves={moves} />
      <RuleSearch />
      <Folding moves={moves} />
      <Problems moves={moves} />
      <Button
        className="rule-toolbar__keys"
        variant="subtle"
        color="gray"
        size="xs"
        title="Keyboard shortcuts (?)"
        onClick={() => moves.dialog.set({ kind: "keys" })}
        leftSection={<IconKeyboard aria-hidden="true" />}
      >
        <span className="rule-toolbar__label">Keys</span>
      </Button>
      <RuleLive />
      <RuleKeys moves={moves} />
      <MoveToDialog moves={moves} />
      <RowTools moves={moves} />
    </div>
  );
};

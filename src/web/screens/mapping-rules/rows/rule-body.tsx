import { memo, type ReactNode } from "react";
import type { Builder } from "#rule-model/builder.ts";
import { addAfter, addFirstTier, addLast, isTierRule } from "#rule-model/edit-draft.ts";
import { childrenIn, type Part, type PartKey } from "#rule-model/part.ts";
import { formatCount } from "#web/base/format.ts";
import {
  useBuilder,
  useKeyed,
  usePart,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { RuleHead } from "./rule-head.tsx";
import { type RowChunk, RowList, useRowChunks } from "./part-row.tsx";
import { PartFindings } from "#web/screens/mapping-rules/checks/part-findings.tsx";
import { PartMark } from "#web/screens/mapping-rules/preview/part-mark.tsx";
import { findWorstKind, problemsId, RowProblems } from "./row-form.tsx";

interface AddButtonProps {
  children: ReactNode;
  /** A one-line explanation for new users. */
  title?: string;
  /** False where there are many: Tab then reaches it from the rows beside it (`makeAddsReachable`). */
  always: boolean;
  onAdd: () => void;
}

const AddButton = ({ children, title, always, onAdd }: AddButtonProps) => (
  <button
    type="button"
    className="rule-add"
    title={title}
    tabIndex={always ? undefined : -1}
    onClick={onAdd}
  >
    {children}
  </button>
);

const own = ["", ".rule-step > ", ".rule-step > .rule-adds > "]
  .map((way) => `:scope > ${way}.rule-add[tabindex]`)
  .join(", ");

/**
 * Makes the add buttons of a row's own groups and rules reachable by Tab, and removes those of all others from the
 * Tab order. Returns the buttons made reachable, to be passed as `before` next time, since searching a long rule for
 * them would be slow.
 */
export const makeAddsReachable = (
  before: readonly HTMLElement[],
  row: Element,
): readonly HTMLElement[] => {
  const reached: HTMLElement[] = [];
  for (
    let around = row.closest(".rule-group, .rule-card");
    around;
    around = around.parentElement?.closest(".rule-group, .rule-card") ?? null
  )
    reached.push(...around.querySelectorAll<HTMLElement>(own));
  // A button that became permanently reachable since then no longer has the attribute.
  for (const button of before) if (button.hasAttribute("tabindex")) button.tabIndex = -1;
  for (const button of reached) button.tabIndex = 0;
  return reached;
};

/** The properties of a rule's step. Rules inside rules are deeper. */
interface StepProps {
  rule: Part<"rule">;
  depth: number;
}

const [highest, lowest] = [3, 6];

/** “When”, “Then”: the heading of a rule's step; in a rule inside another, one level lower. */
const StepHeading = ({ depth, children }: { depth: number; children: ReactNode }) => (
  <div className="rule-step__word" role="heading" aria-level={Math.min(highest + depth, lowest)}>
    {children}
  </div>
);

/** The actions of a rule, in the order they run. */
const ThenStep = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  const actions = childrenIn(rule, "actions");
  const inside = childrenIn(rule, "childRules").length > 0;
  return (
    <div className="rule-step">
      <StepHeading depth={depth}>Then</StepHeading>
      {actions.length === 0 && (
        <p className="rule-step__empty">
          {inside
            ? "No actions. The child rules make the changes."
            : "No actions yet. An action changes a field, such as “Set Price to Cost × 1.35”."}
        </p>
      )}
      {actions.length > 0 && <RowList kind="action" keys={actions} />}
      <div className="rule-adds">
        <AddButton always={depth === 0} onAdd={() => addLast(builder, rule.key, "actions")}>
          Add action
        </AddButton>
        {!inside && !isTierRule(builder, rule) && (
          <>
            <AddButton
              always={depth === 0}
              title="A rule inside this one, with its own conditions. It runs after the actions above."
              onAdd={() => addLast(builder, rule.key, "childRules")}
            >
              Add child rule
            </AddButton>
            <AddButton
              always={depth === 0}
              title="Rules where only the first match runs"
              onAdd={() => addFirstTier(builder, rule.key)}
            >
              Add tiers
            </AddButton>
          </>
        )}
      </div>
    </div>
  );
};

interface GroupProps {
  partKey: PartKey;
  at: number;
  /** The rule has no other group, so this one needs no heading. */
  alone: boolean;
  /** It belongs to the rule at the top, not to a rule inside it. */
  atTop: boolean;
  /** Another group can be added after it. */
  last: boolean;
}

/** A single group only has a heading when it is long enough to be folded. */
const longEnough = 12;

const GroupLine = ({ partKey, at, count }: { partKey: PartKey; at: number; count: number }) => {
  const { view, problems } = useBuilder();
  const shown = useKeyed(view, partKey);
  const worst = findWorstKind(useKeyed(problems, partKey));
  const folded = shown?.collapsed === true;
  return (
    <div className="rule-group__head">
      <div
        className="rule-group__line"
        role="button"
        aria-expanded={!folded}
        tabIndex={shown?.active ? 0 : -1}
        data-part-key={partKey}
        data-part-kind="group"
        data-problem={worst}
        data-found={shown?.found}
        aria-describedby={worst && problemsId(partKey)}
      >
        {`Group ${at + 1}: ${count === 1 ? "one condition" : `all of ${formatCount(count, "condition")}`}`}
      </div>
      <PartMark partKey={partKey} />
    </div>
  );
};

const lineHeight = 34;
/** The lines of a group besides its conditions: its heading and its button. */
const linesAround = 2;

/** Conditions that must all hold. */
const GroupBlock = memo(({ partKey, at, alone, atTop, last }: GroupProps) => {
  const builder = useBuilder();
  const group = usePart(partKey, "group");
  const wrong = useKeyed(builder.problems, partKey);
  const folded = useKeyed(builder.view, partKey)?.collapsed === true;
  const keys = childrenIn(group, "conditions");
  const rows = folded ? 0 : keys.length;
  return (
    <li
      className="rule-group"
      data-block-key={partKey}
      style={{ containIntrinsicBlockSize: `auto ${(rows + linesAround) * lineHeight}px` }}
    >
      {at > 0 && "or"}
      {(!alone || keys.length > longEnough || folded) && (
        <GroupLine partKey={partKey} at={at} count={keys.length} />
      )}
      {wrong && wrong.length > 0 && <RowProblems partKey={partKey} problems={wrong} />}
      <PartFindings partKey={partKey} />
      {!folded && keys.length > 0 && <RowList kind="condition" keys={keys} />}
      {!folded && (
        <AddButton
          always={(alone && atTop) || keys.length === 0}
          onAdd={() => addLast(builder, partKey, "conditions")}
        >
          Add condition
        </AddButton>
      )}
      {last && (
        <AddButton
          always={alone && atTop}
          title="Another group: the rule matches if any group is met"
          onAdd={() => addAfter(builder, partKey)}
        >
          Add group (or …)
        </AddButton>
      )}
    </li>
  );
});

interface GroupsProps {
  chunk: RowChunk;
  /** True for one of several lists that follow one another. */
  piece: boolean;
  lastKey: PartKey | undefined;
  alone: boolean;
  atTop: boolean;
}

/** The lines that groups take when none of their rows wraps. */
const countLines = ({ draft }: Builder, keys: readonly PartKey[]): number =>
  keys.reduce((sum, key) => {
    const part = draft.get(key);
    return sum + linesAround + (part?.kind === "group" ? childrenIn(part, "conditions").length : 0);
  }, 0);

/**
 * Some consecutive groups: React visits all siblings of what changes, and the browser all blocks of a list that it lays
 * out, so hundreds of groups are several lists.
 */
const Groups = memo(({ chunk, piece, lastKey, alone, atTop }: GroupsProps) => {
  const builder = useBuilder();
  const { keys, from } = chunk;
  return (
    <ul
      className="rule-groups"
      aria-label={
        piece
          ? `Groups of conditions, ${from + 1} to ${from + keys.length}`
          : "Groups of conditions"
      }
      data-many={piece || undefined}
      style={
        piece
          ? { containIntrinsicBlockSize: `auto ${countLines(builder, keys) * lineHeight}px` }
          : undefined
      }
    >
      {keys.map((key, at) => (
        <GroupBlock
          key={key}
          partKey={key}
          at={from + at}
          alone={alone}
          atTop={atTop}
          last={key === lastKey}
        />
      ))}
    </ul>
  );
});

const whenNote = (rule: Part<"rule">, groups: number): string => {
  if (rule.data.alwaysRun) return groups > 0 ? "The conditions below are ignored." : "";
  return groups > 1 ? "The rule matches if any of these groups is met." : "";
};

/** When a rule matches: any of its groups suffices. */
const WhenStep = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  const groups = childrenIn(rule, "groups");
  const chunks = useRowChunks(groups);
  const { alwaysRun } = rule.data;
  const note = whenNote(rule, groups.length);
  return (
    <div className="rule-step" data-ignored={alwaysRun || undefined}>
      <StepHeading depth={depth}>
        {alwaysRun ? "Always" : "When"} {note !== "" && <small>{note}</small>}
      </StepHeading>
      {groups.length === 0 && !alwaysRun && (
        <p className="rule-step__empty">
          No conditions yet. Conditions select the records to change, such as “Price is greater than
          100”.
        </p>
      )}
      {groups.length > 0 &&
        chunks.map((chunk) => (
          <Groups
            key={chunk.from === 0 ? "first" : (chunk.keys[0] ?? 0)}
            chunk={chunk}
            piece={chunks.length > 1}
            lastKey={groups.at(-1)}
            alone={groups.length === 1}
            atTop={depth === 0}
          />
        ))}
      {!alwaysRun && groups.length === 0 && (
        <AddButton always={depth === 0} onAdd={() => addLast(builder, rule.key, "groups")}>
          Add condition
        </AddButton>
      )}
    </div>
  );
};

interface RuleCardProps {
  partKey: PartKey;
  at: number;
  tier: boolean;
  depth: number;
}

/** A rule inside another: its name and switches, its conditions and its actions. */
const RuleCard = memo(({ partKey, at, tier, depth }: RuleCardProps) => {
  const { view } = useBuilder();
  const rule = usePart(partKey, "rule");
  const folded = useKeyed(view, partKey)?.collapsed === true;
  if (!rule) return null;
  return (
    <li
      className="rule-card"
      data-block-key={partKey}
      data-off={rule.data.enabled === false || undefined}
    >
      <RuleHead partKey={partKey} word={`${tier ? "Tier" : "Rule"} ${at + 1}`} />
      {!folded && <RuleBody partKey={partKey} depth={depth} />}
    </li>
  );
});

const ChildRules = ({ rule, depth }: StepProps) => {
  const builder = useBuilder();
  const keys = childrenIn(rule, "childRules");
  const tiers = isTierRule(builder, rule);
  if (keys.length === 0 && !tiers) return null;
  return (
    <div className="rule-step">
      <StepHeading depth={depth}>
        {tiers ? "Then the first tier that matches" : "Then each child rule"}
      </StepHeading>
      {keys.length === 0 && (
        <p className="rule-step__empty">
          No tiers yet. Each tier has its own conditions and actions; the first one that matches
          runs.
        </p>
      )}
      {keys.length > 0 && (
        <ol className="rule-children" aria-label={tiers ? "Tiers" : "Child rules"}>
          {keys.map((key, at) => (
            <RuleCard key={key} partKey={key} at={at} tier={tiers} depth={depth + 1} />
          ))}
        </ol>
      )}
      <AddButton always={depth === 0} onAdd={() => addLast(builder, rule.key, "childRules")}>
        {tiers ? "Add tier" : "Add child rule"}
      </AddButton>
    </div>
  );
};

/** The content of a rule: When, Then, and the rules inside it. */
export const RuleBody = ({ partKey, depth }: { partKey: PartKey; depth: number }) => {
  const rule = useKeyed(useBuilder().draft, partKey);
  if (rule?.kind !== "rule") return null;
  return (
    <>
      <WhenStep rule={rule} depth={depth} />
      <ThenStep rule={rule} depth={depth} />
      <ChildRules rule={rule} depth={depth} />
    </>
  );
};

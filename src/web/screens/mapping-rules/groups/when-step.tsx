import { memo } from "react";
import type { Builder } from "#rule-model/draft/builder.ts";
import { addAfter, addLast } from "#rule-model/draft/new-parts.ts";
import { childrenIn, type Part, type PartKey } from "#rule-model/draft/part.ts";
import {
  useBuilder,
  useKeyed,
  usePart,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import { RowList } from "#web/screens/mapping-rules/outline/part-row.tsx";
import { type RowChunk, useRowChunks } from "#web/screens/mapping-rules/outline/row-chunks.ts";
import { PartMark } from "#web/screens/mapping-rules/preview/part-mark.tsx";
import {
  problemsId,
  RowProblems,
  findWorstKind,
} from "#web/screens/mapping-rules/sentence/row-form.tsx";
import { formatCount } from "#web/base/format.ts";
import { AddButton, StepHeading, type StepProps } from "./rule-step.tsx";

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
  /** The last group of the rule. */
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
export const WhenStep = ({ rule, depth }: StepProps) => {
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

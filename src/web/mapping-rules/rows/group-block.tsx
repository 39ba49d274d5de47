import { memo } from "react";
import type { PartKey } from "#rule-model/draft/part.ts";
import { childrenIn } from "#rule-model/draft/part.ts";
import { addAfter, addLast } from "#rule-model/draft/new-parts.ts";
import { useBuilder, usePart } from "#web/mapping-rules/builder/builder-context.ts";
import { PartMark } from "#web/mapping-rules/preview/part-mark.tsx";
import { useKeyed } from "#web/mapping-rules/builder/use-keyed.ts";
import { counted } from "#web/ui/format.ts";
import { AddButton } from "./add-button.tsx";
import { RowList } from "./row-list.tsx";
import { problemsId, RowProblems, worstOf } from "./row-problems.tsx";

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
  const worst = worstOf(useKeyed(problems, partKey));
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
        {`Group ${at + 1}: ${count === 1 ? "one condition" : `all of ${counted(count, "condition")}`}`}
      </div>
      <PartMark partKey={partKey} />
    </div>
  );
};

const lineHeight = 34;

/** Conditions that must all hold. */
export const GroupBlock = memo(({ partKey, at, alone, atTop, last }: GroupProps) => {
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
      style={{ containIntrinsicBlockSize: `auto ${(rows + 2) * lineHeight}px` }}
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

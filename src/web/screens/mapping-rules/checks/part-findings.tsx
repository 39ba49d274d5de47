import { Button } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import { mendPart } from "#rule-model/mend-part.ts";
import { keysInOrder } from "#rule-model/draft-rule.ts";
import { type PartFinding, type PartKey, type PartMend } from "#rule-model/part.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { useServed } from "#web/base/served.ts";
import { useValue } from "#web/base/value-store.ts";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { attachWhenDrawn } from "#web/base/when-idle.ts";
import {
  useBuilder,
  useEditorState,
  useKeyed,
  usePreviewSession,
} from "#web/screens/mapping-rules/editor/builder-context.ts";
import {
  announce,
  goToRow,
  rowAfterRemoval,
  shownKeys,
} from "#web/screens/mapping-rules/rows/shown-rows.ts";
import { FailedTests } from "#web/screens/mapping-rules/tests/failed-parts.tsx";
import "./part-findings.css";

/** The id of a row's findings, which describe it. */
export const findingsId = (key: PartKey): string => `part-${key}-findings`;

const useMend = () => {
  const editor = useEditorState();
  return (mend: PartMend) => {
    const { builder, root } = editor;
    const after =
      mend.kind === "remove"
        ? rowAfterRemoval(builder, shownKeys(root.get()), [mend.key])
        : mend.key;
    if (!flushSync(() => mendPart(builder, mend)))
      return announce(editor, "The rule has changed. Nothing was updated.");
    announce(editor, `${mend.label}: done.`);
    if (after !== undefined) goToRow(editor, after);
  };
};

const OneFinding = ({ finding }: { finding: PartFinding }) => {
  const session = usePreviewSession();
  const mend = useMend();
  const { message, sample, noSample, mend: offer } = finding;
  return (
    <li className="part-findings__one">
      <span>{message}</span>
      {offer && (
        <button type="button" className="part-findings__act" onClick={() => mend(offer)}>
          {offer.label}
        </button>
      )}
      {sample && (
        <button
          type="button"
          className="part-findings__act"
          title="Show this record in the test"
          onClick={() =>
            void import("./attach-findings.ts").then(({ showWitness }) =>
              showWitness(session, sample.key),
            )
          }
        >
          Example: {sample.name}
        </button>
      )}
      {noSample && <span className="faint">{noSample}</span>}
    </li>
  );
};

/** The tests that fail because of a part, and what the analysis finds in it, below its row. */
export const PartFindings = ({ partKey }: { partKey: PartKey }) => {
  const builder = useBuilder();
  const findings = useKeyed(builder.findings, partKey);
  const failures = useKeyed(builder.failures, partKey);
  if (!findings && !failures) return null;
  return (
    <ul className="part-findings" id={findingsId(partKey)}>
      {failures && <FailedTests failures={failures} />}
      {findings?.map((finding) => (
        <OneFinding key={finding.message} finding={finding} />
      ))}
    </ul>
  );
};

/** The number of findings in the rule; a click goes from one to the next. */
export const FindingsButton = () => {
  const editor = useEditorState();
  const { findings, draft, view } = editor.builder;
  const count = useSyncExternalStore(
    useCallback((listener: () => void) => findings.watch(listener), [findings]),
    () => [...findings.keys()].reduce((sum, key) => sum + (findings.get(key)?.length ?? 0), 0),
  );
  const whole = useValue(usePreviewSession().wholeCheck);
  if (count === 0) return null;
  const isRunning = whole !== undefined && whole.done < whole.of;
  const words = whole
    ? isRunning
      ? `. Checking all products: ${formatQuantity(whole.done)} of ${formatQuantity(whole.of)}`
      : ` on all ${formatCount(whole.of, "product")}`
    : "";
  const goOn = () => {
    const keys = keysInOrder(draft).filter((key) => findings.get(key));
    const next = keys[(keys.indexOf(view.active() ?? -1) + 1) % keys.length];
    if (next !== undefined) goToRow(editor, next);
  };
  return (
    <Button
      size="xs"
      variant="outline"
      title={`Go to next check${words}`}
      onClick={goOn}
      className="findings-button"
      leftSection={<IconListCheck aria-hidden="true" />}
    >
      {formatCount(count, "check")}
      {isRunning && (
        <ProgressBar
          className="findings-button__progress"
          label="Products checked"
          done={whole.done}
          total={whole.of}
        />
      )}
    </Button>
  );
};

const noRules: readonly MappingRule[] = [];

/** Keeps the findings of the open rule current. Its code loads once the rule is on the screen. */
export const useFindings = (): void => {
  const builder = useBuilder();
  const session = usePreviewSession();
  const { open } = useValue(session.view);
  const served = useServed(mappingRuleOperations.listMappingRules);
  const { data } = useQuery({ ...mappingRuleList(), enabled: open && served });
  const others = data?.value ?? noRules;
  useEffect(
    () =>
      attachWhenDrawn(
        () => import("./attach-findings.ts"),
        ({ attachFindings }) => attachFindings(builder, session, others),
      ),
    [builder, session, others],
  );
};

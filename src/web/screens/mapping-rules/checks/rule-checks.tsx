import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type MappingRule, mappingRuleOperations } from "#contract/mapping-rules.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import type { Finding } from "#rules/analysis/finding.ts";
import {
  describeActionLine,
  describeCondition,
  describeConditionLine,
} from "#rules/describe-rule.ts";
import { findInheritedType } from "#rules/rule-catalogue.ts";
import { listRuleParts } from "#rules/rule-parts.ts";
import { mappingRuleList } from "#web/api/mapping-rules.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen } from "#web/kit/screen.tsx";
import { useWorkflow } from "#web/screens/mapping-rules/catalog/workflow-source.ts";
import { ruleName } from "#web/screens/mapping-rules/list/rule-words.ts";
import {
  findSampleKind,
  type SampleKind,
  sampleWords,
} from "#web/screens/mapping-rules/preview/preview-session.ts";
import { useSamples } from "#web/screens/mapping-rules/preview/use-samples.ts";
import { type CheckedEvent, checkRules, enabledOf, noSampleWords } from "./find-checks.ts";
import "./part-findings.css";

const kinds = ["product", "purchase_order"] as const;
/** Checks all rules once their samples are loaded. */
const useChecks = (rules: readonly MappingRule[] | undefined, workflow: Workflow | undefined) => {
  const wanted = new Set(
    workflow && rules?.map(({ eventId }) => findSampleKind(workflow.metaData, eventId)),
  );
  const product = useSamples("product", wanted.has("product"));
  const order = useSamples("purchase_order", wanted.has("purchase_order"));
  const samples = { product: product.state, purchase_order: order.state };
  const isReady = product.isReady && order.isReady;
  const [checked, setChecked] = useState<readonly CheckedEvent[]>();
  const [products, orders] = [product.state?.samples, order.state?.samples];
  useEffect(() => {
    if (!rules || !workflow || !isReady) return undefined;
    const control = new AbortController();
    const samplesOf = (kind: SampleKind) => (kind === "product" ? products : orders) ?? [];
    checkRules(rules, workflow, samplesOf, control.signal).then(setChecked, () => undefined);
    return () => control.abort();
  }, [rules, workflow, isReady, products, orders]);
  return { checked, samples };
};

/** The part of a finding, in words, and the saved part that the editor can go to. */
const describeFound = ({ rule, part }: Finding, { catalogue, mappingSetNames }: Workflow) => {
  const wording = {
    catalogue,
    mappingSetNames,
    inheritedType: findInheritedType(rule, catalogue),
  };
  const found = rule.rule && listRuleParts(rule.rule).find((one) => one.part === part);
  const address = found?.part.id ? { part: `${found.kind} ${found.part.id}` } : {};
  // A part in another one is about the value that this one picks.
  const line = {
    picked: /\.child(?:Conditions|Actions)\./.test(found?.path ?? ""),
    hasChildren: false,
  };
  if (found?.kind === "condition")
    return { address, words: describeConditionLine(found.part, line, wording) };
  if (found?.kind === "action")
    return { address, words: describeActionLine(found.part, line, wording) };
  if (found?.kind === "group") {
    const sentences = (found.part.conditions ?? []).map((one) => describeCondition(one, wording));
    return { address, words: sentences.join(" and ") };
  }
  return { address, words: found?.part.name || "This rule" };
};

interface FindingProps {
  event: CheckedEvent;
  id: number;
  finding: Finding;
  workflow: Workflow;
}

const FoundLine = ({ event, id, finding, workflow }: FindingProps) => {
  const sample = event.samples[finding.witness ?? -1];
  const noSample = noSampleWords(finding, event.samples, event.kind);
  const { address, words } = describeFound(finding, workflow);
  const params = { id: String(id) };
  return (
    <li className="part-findings__one">
      <Link to="/mapping-rules/$id" params={params} search={address} title="Open in rule">
        <bdi>{words}</bdi>
      </Link>
      <span>{finding.message}</span>
      {sample && (
        <Link
          to="/mapping-rules/$id"
          params={params}
          search={{ ...address, sample: sample.key }}
          title="Show this record in the rule's test"
        >
          Example: {sample.name}
        </Link>
      )}
      {noSample && <span className="faint">{noSample}</span>}
    </li>
  );
};

interface RuleFindingsProps {
  event: CheckedEvent;
  rule: MappingRule;
  workflow: Workflow;
}

const RuleFindings = ({ event, rule, workflow }: RuleFindingsProps) => {
  const own = event.findings.filter((finding) => finding.rule === rule && !finding.isRepeated);
  if (own.length === 0) return null;
  return (
    <section className="sheet sheet__body rule-checks__rule">
      <h2>
        <Link to="/mapping-rules/$id" params={{ id: String(rule.id) }}>
          {ruleName(rule)}
        </Link>{" "}
        <small className="faint">{formatCount(own.length, "check")}</small>
      </h2>
      <ul className="part-findings">
        {own.map((finding, at) => (
          <FoundLine key={at} event={event} id={rule.id} finding={finding} workflow={workflow} />
        ))}
      </ul>
    </section>
  );
};

type Samples = ReturnType<typeof useChecks>["samples"];

/** “1,792 products and 400 orders”. */
const countSamples = (samples: Samples): string =>
  kinds
    .flatMap((kind) => {
      const count = samples[kind]?.samples.length ?? 0;
      const { one, many } = sampleWords[kind];
      return count > 0 ? [formatCount(count, one, many)] : [];
    })
    .join(" and ");

/** How far the samples are. */
const loadingWords = (samples: Samples): string => {
  const reading = kinds.find((kind) => samples[kind]?.phase === "reading");
  const state = reading && samples[reading];
  if (!reading || !state) return "Checking rules…";
  const goal = Math.min(state.wanted, state.total ?? Number.POSITIVE_INFINITY);
  const of = Number.isFinite(goal) ? ` of ${formatQuantity(goal)}` : "";
  return `Loading ${sampleWords[reading].many}: ${formatQuantity(state.samples.length)}${of}…`;
};

const whatIsChecked =
  "Checked: conditions that are never or always met, conditions and groups that aren't needed, tiers that no record reaches, gaps between tiers, values that no record has, look-ups without an entry, and values that are replaced.";

/** What is probably not meant in all enabled rules, rule by rule. */
export const RuleChecks = () => {
  const list = useQuery(mappingRuleList());
  const state = useWorkflow({ enabled: list.isSuccess });
  const workflow = state.status === "ready" ? state.workflow : undefined;
  const rules = list.data?.value;
  const { checked, samples } = useChecks(rules, workflow);
  const shown = checked?.flatMap(({ findings }) =>
    findings.filter(({ isRepeated }) => isRepeated !== true),
  );
  const enabled = new Set(rules?.map(({ eventId }) => eventId));
  const count = [...enabled].reduce((sum, id) => sum + enabledOf(rules ?? [], id).length, 0);
  const on = countSamples(samples);
  const scope = `${formatCount(count, "enabled rule")}${on === "" ? "" : ` on ${on}`}`;
  return (
    <Screen
      title="Rule checks"
      crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
      needs={mappingRuleOperations.listMappingRules}
      lead={shown && `${formatCount(shown.length, "check")} in ${scope}.`}
    >
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {!list.isError && !checked && <p role="status">{loadingWords(samples)}</p>}
      {shown?.length === 0 && (
        <Notice title={`No checks in ${scope}`} tone="good">
          <p>{whatIsChecked}</p>
        </Notice>
      )}
      <div className="stack">
        {workflow &&
          checked?.map((event) =>
            event.rules.map((rule) => (
              <RuleFindings key={rule.id} event={event} rule={rule} workflow={workflow} />
            )),
          )}
      </div>
      {shown && shown.length > 0 && <p className="faint small">{whatIsChecked}</p>}
    </Screen>
  );
};

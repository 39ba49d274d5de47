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
import { mappingSetsUsed } from "#rules/rule-catalogue.ts";
import { loadLines } from "#web/screens/mapping-rules/preview/mapping-lines.ts";
import { useSamples } from "#web/screens/mapping-rules/preview/use-samples.ts";
import type { CatalogProgress } from "./check-catalog.ts";
import { CatalogCheck, type CatalogState, startedCheck } from "./catalog-progress.tsx";
import {
  type CheckedEvent,
  checkOnCatalog,
  checkRules,
  enabledOf,
  noSampleWords,
} from "./find-checks.ts";
import "./part-findings.css";

const kinds = ["product", "purchase_order"] as const;

/** Checks all rules once their samples are loaded: on these, then on all products where the channel has more. */
const useChecks = (rules: readonly MappingRule[] | undefined, workflow: Workflow | undefined) => {
  const wanted = new Set(
    workflow && rules?.map(({ eventId }) => findSampleKind(workflow.metaData, eventId)),
  );
  const product = useSamples("product", wanted.has("product"));
  const order = useSamples("purchase_order", wanted.has("purchase_order"));
  const samples = { product: product.state, purchase_order: order.state };
  const isReady = product.isReady && order.isReady;
  const [checked, setChecked] = useState<readonly CheckedEvent[]>();
  const [whole, setWhole] = useState<CatalogState>();
  const [attempt, setAttempt] = useState(0);
  const [products, orders] = [product.state?.samples, order.state?.samples];
  const { channelId } = product;
  const total = product.state?.total ?? 0;
  const hasMore = products !== undefined && total > products.length;
  useEffect(() => {
    if (!rules || !workflow || !isReady) return undefined;
    const control = new AbortController();
    const { signal } = control;
    const samplesOf = (kind: SampleKind) => (kind === "product" ? products : orders) ?? [];
    const check = async () => {
      const used = rules.flatMap((rule) => mappingSetsUsed(rule, workflow.catalogue));
      const lines = await loadLines(used);
      const onSamples = await checkRules(rules, workflow, lines, samplesOf, signal);
      setChecked(onSamples);
      if (!hasMore || channelId === undefined) return setWhole(undefined);
      setWhole(startedCheck);
      const tell = (progress: CatalogProgress) => setWhole({ kind: "running", ...progress });
      const on = { channelId, workflow, lines };
      const onAll = await checkOnCatalog(onSamples, on, tell, signal);
      setChecked(onAll);
      setWhole({ kind: "done", of: onAll.find(({ kind }) => kind === "product")?.of ?? 0 });
    };
    check().catch((error: unknown) => {
      if (!signal.aborted) setWhole({ kind: "failed", error });
    });
    return () => control.abort();
  }, [rules, workflow, isReady, products, orders, channelId, hasMore, attempt]);
  return { checked, samples, channelId, whole, total, retry: () => setAttempt(attempt + 1) };
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
  /** The channel whose products were checked. */
  channelId: number | undefined;
  id: number;
  finding: Finding;
  workflow: Workflow;
}

const FoundLine = ({ event, channelId, id, finding, workflow }: FindingProps) => {
  const sample = event.witnesses[finding.witness ?? -1];
  const noSample = noSampleWords(finding, event.of, event.kind);
  const { address, words } = describeFound(finding, workflow);
  const params = { id: String(id) };
  const channel =
    event.kind === "product" && channelId !== undefined ? { channel: String(channelId) } : {};
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
          search={{ ...address, ...channel, sample: sample.key }}
          title="Show this record in the rule's test"
        >
          Example: {sample.name}
        </Link>
      )}
      {noSample && <span className="faint">{noSample}</span>}
    </li>
  );
};

interface RuleFindingsProps extends Pick<FindingProps, "event" | "channelId"> {
  rule: MappingRule;
  workflow: Workflow;
}

const RuleFindings = ({ event, channelId, rule, workflow }: RuleFindingsProps) => {
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
          <FoundLine key={at} {...{ event, channelId, finding, workflow }} id={rule.id} />
        ))}
      </ul>
    </section>
  );
};

type Samples = ReturnType<typeof useChecks>["samples"];

/** “1,792 products and 400 orders”. */
const countChecked = (checked: readonly CheckedEvent[] | undefined): string =>
  kinds
    .flatMap((kind) => {
      const count = checked?.find((event) => event.kind === kind)?.of ?? 0;
      const { one, many } = sampleWords[kind];
      return count > 0 ? [formatCount(count, one, many)] : [];
    })
    .join(" and ");

/** How far the samples are. */
const loadingWords = (samples: Samples): string => {
  const reading = kinds.find((kind) => samples[kind]?.phase === "reading");
  const state = reading && samples[reading];
  if (!reading || !state) return "Checking rules…";
  const goal = Math.min(state.wanted, state.total ?? state.wanted);
  return `Loading ${sampleWords[reading].many}: ${formatQuantity(state.samples.length)} of ${formatQuantity(goal)}…`;
};

const whatIsChecked =
  "Checked: conditions that are never or always met, conditions and groups that aren't needed, tiers that no record reaches, gaps between tiers, values that no record has, look-ups without an entry, and values that are replaced.";

/** What is probably not meant in all enabled rules, rule by rule. */
export const RuleChecks = () => {
  const list = useQuery(mappingRuleList());
  const state = useWorkflow({ enabled: list.isSuccess });
  const workflow = state.status === "ready" ? state.workflow : undefined;
  const rules = list.data?.value;
  const { checked, samples, channelId, whole, total, retry } = useChecks(rules, workflow);
  const shown = checked?.flatMap(({ findings }) =>
    findings.filter(({ isRepeated }) => isRepeated !== true),
  );
  const enabled = new Set(rules?.map(({ eventId }) => eventId));
  const count = [...enabled].reduce((sum, id) => sum + enabledOf(rules ?? [], id).length, 0);
  const on = countChecked(checked);
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
      {whole && <CatalogCheck state={whole} total={total} onRetry={retry} />}
      {shown?.length === 0 && (
        <Notice title={`No checks in ${scope}`} tone="good">
          <p>{whatIsChecked}</p>
        </Notice>
      )}
      <div className="stack">
        {workflow &&
          checked?.map((event) =>
            event.rules.map((rule) => (
              <RuleFindings key={rule.id} {...{ event, channelId, rule, workflow }} />
            )),
          )}
      </div>
      {shown && shown.length > 0 && <p className="faint small">{whatIsChecked}</p>}
    </Screen>
  );
};

import type { MappingRule } from "#contract/mapping-rules.ts";
import {
  type PartPlace,
  type RuleAnalysisRequest,
  type RuleAnalysisResult,
  ruleAnalysisOperations,
  type RuleFinding,
} from "#contract/rule-analysis.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import type { Finding, Mend } from "#rules/analysis/finding.ts";
import type { EvaluationContext } from "#rules/evaluation-context.ts";
import { listRuleParts, type RunnableMappingRule } from "#rules/rule-parts.ts";
import { streamAnswer } from "#web/api/call.ts";

/* Checks rules on all products of a channel, which only the gateway has. */

/** A rule, or a draft of one. */
export type AnalyzedRule = RunnableMappingRule &
  Pick<MappingRule, "eventId"> & { readonly name?: string | null | undefined };

interface CatalogCheck {
  readonly channelId: number;
  readonly rules: readonly AnalyzedRule[];
  readonly workflow: Workflow;
  readonly lines: NonNullable<EvaluationContext["mappingSets"]>;
  /** Counts what the rules look up in this mapping set, instead of findings. */
  readonly lookupsIn?: number;
}

/** How far a check is. */
export interface CatalogProgress {
  readonly done: number;
  readonly of: number;
  /** The checks that run before it. */
  readonly ahead: number;
}

/** What the rules name by their ids is in the catalogue that goes with them. */
const named = new Set([
  "workflowDataTypeComparator",
  "preModifierDataTypeComparator",
  "workflowDataTypeAction",
]);

const toRequest = ({
  rules,
  workflow: { metaData, mappingSetNames },
  lines,
  lookupsIn,
}: CatalogCheck): RuleAnalysisRequest => ({
  rules: rules.map(
    ({ name, eventId, useOriginalInputValue, globalObjectFieldId, globalDataTypeId, rule }) =>
      JSON.parse(
        JSON.stringify(
          { name, eventId, useOriginalInputValue, globalObjectFieldId, globalDataTypeId, rule },
          (key, value: unknown) => (named.has(key) ? undefined : value),
        ),
      ) as RuleAnalysisRequest["rules"][number],
  ),
  workflow: metaData,
  mappingSets: [...lines].map(([id, own]) => {
    const name = mappingSetNames?.get(id);
    return { id, ...(name !== undefined && { name }), lines: [...own] };
  }),
  lookupsIn: lookupsIn ?? null,
});

/** Checks rules; fails with the reason as its message. */
export const checkCatalog = async (
  check: CatalogCheck,
  tell: (progress: CatalogProgress) => void,
  signal: AbortSignal,
): Promise<RuleAnalysisResult> => {
  const { channelId } = check;
  const input = { params: { channelId }, body: toRequest(check), signal };
  for await (const line of streamAnswer(ruleAnalysisOperations.analyzeRulesOnCatalog, input)) {
    signal.throwIfAborted();
    if (line.kind === "result") return line.result;
    if (line.kind === "failed") throw new Error(line.reason);
    if (line.kind === "waiting") tell({ done: 0, of: 0, ahead: line.ahead });
    else tell({ done: line.done, of: line.of, ahead: 0 });
  }
  throw new Error("The check ended without a result.");
};

/** A product that shows a finding. */
export interface Witness {
  readonly key: string;
  readonly name: string;
}

/** Findings about the rules that were sent, whose witnesses are indexes of the list beside them. */
export const readFindings = (
  { findings }: RuleAnalysisResult,
  rules: readonly RunnableMappingRule[],
): { readonly findings: readonly Finding[]; readonly witnesses: readonly Witness[] } => {
  const parts = rules.map(({ rule }) => (rule ? listRuleParts(rule).map(({ part }) => part) : []));
  const find = ({ rule: at, part: place }: PartPlace) => {
    const [rule, part] = [rules[at], parts[at]?.[place]];
    return rule && part ? [{ rule, part }] : [];
  };
  const readMend = (rule: number, mend: NonNullable<RuleFinding["mend"]>): Mend | undefined => {
    const part = parts[rule]?.[mend.part];
    if (mend.kind !== "moveBefore") return part && { ...mend, part };
    const before = parts[rule]?.[mend.before];
    return part && before && { ...mend, part, before };
  };
  const witnesses: Witness[] = [];
  const read = findings.flatMap((finding): Finding[] => {
    const { kind, message, isProved, witness, mend, isRepeated } = finding;
    return find(finding).map((own) => ({
      ...own,
      kind,
      message,
      isProved,
      others: finding.others.flatMap(find),
      witness:
        witness === null
          ? undefined
          : witnesses.push({ key: `product ${witness.id}`, name: witness.name }) - 1,
      mend: mend === null ? undefined : readMend(finding.rule, mend),
      ...(isRepeated && { isRepeated }),
    }));
  });
  return { findings: read, witnesses };
};

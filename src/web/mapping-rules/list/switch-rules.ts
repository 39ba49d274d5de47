import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { type WorkEnd, runOneByOne } from "./run-one-by-one.ts";

/** The outcome of one rule of many. */
export type SwitchOutcome =
  /**
   * Saved. `meanwhile`: it was changed since the list was read; those changes were kept, and only the switch was
   * changed.
   */
  { readonly kind: "done"; readonly meanwhile: boolean } | { readonly kind: "already" } | WorkEnd;

interface Ways {
  readonly read: (id: number) => Promise<MappingRule>;
  /** Sends once, without retries. */
  readonly save: (request: UpdateOrCreateMappingRule) => Promise<unknown>;
}

interface Work extends Ways {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
  readonly signal: AbortSignal;
  readonly report: (id: number, outcome: SwitchOutcome) => void;
}

const switchOne = async (
  listed: MappingRule,
  enabled: boolean,
  { read, save }: Ways,
): Promise<SwitchOutcome> => {
  const now = await read(listed.id);
  const request = toMappingRuleRequest(now);
  if (!request)
    return { kind: "failed", why: "The API sent this rule without its conditions and actions." };
  if ((request.rule.enabled ?? true) === enabled) return { kind: "already" };
  await save({ ...request, rule: { ...request.rule, enabled } });
  return { kind: "done", meanwhile: now.updatedAt !== listed.updatedAt };
};

/**
 * Switches rules on or off, one after the other: each is read again and saved whole, because the API has no operation
 * for the switch alone (api 4.6).
 */
export const switchRules = ({ rules, enabled, signal, report, ...requests }: Work): Promise<void> =>
  runOneByOne({
    items: rules,
    signal,
    run: (rule) => switchOne(rule, enabled, requests),
    report: (rule, outcome) => report(rule.id, outcome),
  });

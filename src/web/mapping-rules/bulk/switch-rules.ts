import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { type WorkEnd, workThrough } from "./work-through.ts";

/** What became of one rule of many. */
export type SwitchOutcome =
  /** Saved. `meanwhile`: it was changed since the list was read; all of that was kept, and only the switch turned. */
  { readonly kind: "done"; readonly meanwhile: boolean } | { readonly kind: "already" } | WorkEnd;

interface Ways {
  readonly read: (id: number) => Promise<MappingRule>;
  /** Sends once. */
  readonly save: (request: UpdateOrCreateMappingRule) => Promise<unknown>;
}

interface Work extends Ways {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
  readonly signal: AbortSignal;
  readonly tell: (id: number, outcome: SwitchOutcome) => void;
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
export const switchRules = ({ rules, enabled, signal, tell, ...ways }: Work): Promise<void> =>
  workThrough({
    items: rules,
    signal,
    act: (rule) => switchOne(rule, enabled, ways),
    tell: (rule, outcome) => tell(rule.id, outcome),
  });

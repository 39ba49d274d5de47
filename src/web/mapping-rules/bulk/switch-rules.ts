import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { ApiError } from "#web/api/api-error.ts";

/** What became of one rule of many. */
export type SwitchOutcome =
  /** Saved. `meanwhile`: it was changed since the list was read; all of that was kept, and only the switch turned. */
  | { readonly kind: "done"; readonly meanwhile: boolean }
  | { readonly kind: "already" }
  /** Nothing was sent, or what was sent was refused: it is as it was. */
  | { readonly kind: "failed"; readonly why: string }
  /** It was sent, and no answer came: it may have been saved. */
  | { readonly kind: "unknown"; readonly why: string }
  | { readonly kind: "stopped" };

interface Ways {
  readonly read: (id: number) => Promise<MappingRule>;
  /** Sends once. */
  readonly save: (request: UpdateOrCreateMappingRule) => Promise<unknown>;
}

interface Work extends Ways {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
  /** Looked at before each rule: what is under way is finished, nothing else begun. */
  readonly signal: AbortSignal;
  readonly tell: (id: number, outcome: SwitchOutcome) => void;
}

/** Errors that every further rule would meet too: no answer at all, a token that is not accepted. */
const endsAll = (error: unknown): boolean =>
  error instanceof ApiError && [0, 401, 403, 501].includes(error.status);

const failed = (error: unknown): SwitchOutcome => {
  const why = error instanceof Error ? error.message : String(error);
  return error instanceof ApiError && error.outcome !== "refused"
    ? { kind: "unknown", why }
    : { kind: "failed", why };
};

const switchOne = async (
  listed: MappingRule,
  enabled: boolean,
  { read, save }: Ways,
): Promise<SwitchOutcome> => {
  const now = await read(listed.id);
  const request = toMappingRuleRequest(now);
  if (!request) return { kind: "failed", why: "The API answered this rule without its tree." };
  if ((request.rule.enabled ?? true) === enabled) return { kind: "already" };
  await save({ ...request, rule: { ...request.rule, enabled } });
  return { kind: "done", meanwhile: now.updatedAt !== listed.updatedAt };
};

/**
 * Switches rules on or off, one after the other: each is read again and saved whole, because the API has no operation
 * for the switch alone (api 4.6). No rule is sent twice, whatever becomes of it.
 */
export const switchRules = async ({
  rules,
  enabled,
  signal,
  tell,
  ...ways
}: Work): Promise<void> => {
  let stopped = false;
  for (const rule of rules) {
    if (stopped || signal.aborted) {
      tell(rule.id, { kind: "stopped" });
      continue;
    }
    try {
      tell(rule.id, await switchOne(rule, enabled, ways));
    } catch (error) {
      stopped = endsAll(error);
      tell(rule.id, failed(error));
    }
  }
};

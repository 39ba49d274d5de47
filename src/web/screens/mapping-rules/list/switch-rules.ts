import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { type WorkEnd, runOneByOne, sendOnce } from "./run-one-by-one.ts";

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
  /** Called after a save with a lost response, once the rule has been read again: whether it has the change. */
  readonly onChecked: (made: boolean) => void;
}

interface Work extends Ways {
  readonly rules: readonly MappingRule[];
  readonly enabled: boolean;
  readonly signal: AbortSignal;
  readonly report: (id: number, outcome: SwitchOutcome) => void;
}

/** Whether a rule has the switch as wanted; undefined if the API sent it without its tree. */
const isSwitched = ({ rule }: MappingRule, enabled: boolean): boolean | undefined =>
  rule ? (rule.enabled ?? true) === enabled : undefined;

const treeless = "The API sent this rule without its conditions and actions.";

const switchOne = async (
  listed: MappingRule,
  enabled: boolean,
  { read, save, onChecked }: Ways,
): Promise<SwitchOutcome> => {
  const now = await read(listed.id);
  const request = toMappingRuleRequest(now);
  if (!request) return { kind: "failed", why: treeless };
  if (isSwitched(now, enabled)) return { kind: "already" };
  const done = { kind: "done", meanwhile: now.updatedAt !== listed.updatedAt } as const;
  return sendOnce(
    async () => {
      await save({ ...request, rule: { ...request.rule, enabled } });
      return done;
    },
    async () => {
      const made = isSwitched(await read(listed.id), enabled);
      if (made === undefined) throw new Error(treeless);
      onChecked(made);
      return made ? done : undefined;
    },
  );
};

/**
 * Switches rules on or off, one after the other: each is read again and saved whole, because the API has no operation
 * for the switch alone (api 4.6). After a lost response the rule is read once more, and never sent again.
 */
export const switchRules = ({ rules, enabled, signal, report, ...requests }: Work): Promise<void> =>
  runOneByOne({
    items: rules,
    signal,
    run: (rule) => switchOne(rule, enabled, requests),
    report: (rule, outcome) => report(rule.id, outcome),
  });

import { queryOptions } from "@tanstack/react-query";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { rememberMany } from "#web/base/remember-many.ts";

export type SeenHow = "read" | "saved" | "imported";

/** A rule as this browser last got it from the API, or from a file. */
export interface SeenRule {
  readonly rule: MappingRule;
  /** When, in milliseconds. */
  readonly at: number;
  readonly how: SeenHow;
}

const rules = rememberMany<SeenRule>("seen-rules", "records", 5_000);

/** Remembers rules that were read whole; a rule without its tree has too little to be opened again. */
export const rememberRules = async (seen: readonly MappingRule[], how: SeenHow): Promise<void> => {
  const at = Date.now();
  const whole = seen.filter(({ rule }) => rule).toReversed();
  if (whole.length > 0)
    await rules.set(...whole.map((rule) => [rule.id, { rule, at, how }] as const));
};

export const rememberedRule = rules.get;

/** Every rule of this upstream that this browser has seen, the latest first. */
export const rememberedRules = rules.list;

export const seenRules = () =>
  queryOptions({
    queryKey: ["mapping-rules", "seen"] as const,
    queryFn: () => rememberedRules(),
    staleTime: 0,
  });

/** Deletes every remembered rule of this upstream. */
export const deleteRememberedRules = async (): Promise<void> =>
  rules.delete(...(await rules.list()).map(({ rule }) => rule.id));

import { createStore, get, update, type UseStore } from "idb-keyval";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import type { Answer } from "#web/api/call.ts";
import { invalidate } from "#web/api/query-client.ts";
import { nameUpstream } from "#web/base/page-state.ts";

export interface RuleVersion {
  readonly request: UpdateOrCreateMappingRule;
  /** The time when it was first seen, in milliseconds. */
  readonly at: number;
  /** The time when it was saved, where the API gives it. */
  readonly savedAt: string | undefined;
  readonly how: "saved" | "read";
}

/** The oldest are dropped first. */
export const maxVersions = 30;

/** Adds a version, the latest first. A version that equals the latest is not added. */
const withVersion = (
  versions: readonly RuleVersion[],
  next: RuleVersion,
): readonly RuleVersion[] => {
  const [latest] = versions;
  return latest && sameRule(latest.request, next.request)
    ? versions
    : [next, ...versions].slice(0, maxVersions);
};

let store: UseStore | undefined;
const kept = (): UseStore => (store ??= createStore("supercargo-rule-versions", "versions"));

const keyFor = (id: number): IDBValidKey => [nameUpstream(), id];

/** Stores a version. In a browser that stores nothing the history is empty, but the screen works. */
const rememberVersion = async (id: number, version: RuleVersion): Promise<void> => {
  try {
    await update<readonly RuleVersion[]>(
      keyFor(id),
      (versions = []) => withVersion(versions, version),
      kept(),
    );
  } catch {
    return;
  }
};

/** The versions of a rule that this browser has seen, the latest first. */
export const rememberedVersions = async (id: number): Promise<readonly RuleVersion[]> => {
  try {
    return (await get<readonly RuleVersion[]>(keyFor(id), kept())) ?? [];
  } catch {
    return [];
  }
};

export const storeVersion = async (
  { value }: Pick<Answer<MappingRule>, "value">,
  how: "read" | "saved",
): Promise<void> => {
  const request = toMappingRuleRequest(value);
  if (!request) return;
  const savedAt = value.updatedAt ?? undefined;
  await rememberVersion(value.id, { request, at: Date.now(), savedAt, how });
  await invalidate({ queryKey: ["mapping-rules", "versions", value.id] });
};

import { createStore, get, update, type UseStore } from "idb-keyval";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { upstreamKey } from "#web/mapping-rules/memory/upstream-key.ts";
import { sameRule } from "./same-part.ts";

/** A version of a rule that this browser has seen. */
export interface RuleVersion {
  readonly request: UpdateOrCreateMappingRule;
  /** When it was seen first, in milliseconds. */
  readonly at: number;
  /** When the API says that it was saved, where it says so. */
  readonly savedAt: string | undefined;
  /** Saved here, or found at the API. */
  readonly how: "saved" | "read";
}

/** The oldest go first. */
export const maxVersions = 30;

/** The versions with one more, the latest first. One that says the same as the latest is no other. */
export const withVersion = (
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

const keyFor = async (id: number): Promise<IDBValidKey> => [await upstreamKey(), id];

/** Keeps a version. A browser that keeps nothing costs the history, not the screen. */
export const rememberVersion = async (id: number, version: RuleVersion): Promise<void> => {
  try {
    await update<readonly RuleVersion[]>(
      await keyFor(id),
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
    return (await get<readonly RuleVersion[]>(await keyFor(id), kept())) ?? [];
  } catch {
    return [];
  }
};

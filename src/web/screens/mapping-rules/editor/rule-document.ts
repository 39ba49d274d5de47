import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import { type Builder, createBuilder } from "#rule-model/builder.ts";
import { partsInOrder } from "#rule-model/draft-rule.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import { mergeRules, storedIds } from "#rule-model/merge-rules.ts";
import { assignIds, idsByKey, putRequest } from "#rule-model/put-request.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import type { EditedDocument } from "#web/editing/editing-plan.ts";
import { type OpenEditor, openEditor } from "./builder-context.ts";

type Request = UpdateOrCreateMappingRule;

/** Unsaved changes of a rule. */
export interface RuleDraft {
  /** The version that they are based on; for a new rule, its first state. */
  readonly base: Request;
  readonly mine: Request;
}

export const isUnchanged = ({ base, mine }: RuleDraft): boolean => sameRule(base, mine);

/** An open rule: its parts with undo, what its views keep beside it, and the version that it is compared with. */
export interface RuleDocument extends EditedDocument<RuleDraft> {
  readonly editor: OpenEditor;
  /** Whether the rule differs from its base. Any change counts at once; a pause in typing compares them. */
  readonly dirty: Pick<ValueStore<boolean>, "get" | "subscribe">;
  /** What a stored draft was opened with: a newer version, merged or, where both changed the same part, not yet. */
  readonly opened: "as it was" | "merged" | "contested";
  readonly updateDirty: () => void;
  /** Takes a newer reading of the rule, if nothing is changed here. */
  readonly refresh: (now: Request) => void;
  /** Takes the API's answer to a version of this rule: created parts get their IDs, wherever they are now. */
  readonly takeSaved: (sent: Request, saved: Request) => void;
  /** Takes the IDs of new parts that did arrive, though the API has another version than the one sent. */
  readonly recognize: (sent: Request, stored: Request) => void;
}

/** Comparing the whole rule waits for a pause in typing. */
const dirtyPauseMs = 200;

/** The parts that are not filled in yet: a new rule shows no problems for them. */
const blankKeys = ({ draft }: Builder) =>
  Array.from(partsInOrder(draft))
    .filter(({ kind, data }) =>
      kind === "head"
        ? data.name === ""
        : (kind === "condition" || kind === "action") && data.globalObjectFieldId === 0,
    )
    .map(({ key }) => key);

/** The start of a document: with a newer version than the draft's, both merged if no part was changed twice. */
const startFrom = (draft: RuleDraft, now: Request, isNew: boolean) => {
  if (isNew || isUnchanged(draft) || sameRule(draft.base, now))
    return { opened: "as it was", base: isNew ? draft.base : now, mine: draft.mine } as const;
  const { rule, conflicts } = mergeRules(draft.base, draft.mine, now);
  return conflicts.length > 0
    ? ({ ...draft, opened: "contested" } as const)
    : ({ opened: "merged", base: now, mine: rule } as const);
};

interface Opening {
  readonly draft: RuleDraft;
  /** The current version. */
  readonly request: Request;
  readonly workflow: Workflow;
  readonly id: number | undefined;
}

/** Opens a rule with its unsaved changes, which undo doesn't revert. */
export const createRuleDocument = ({ draft: given, request, workflow, id }: Opening) => {
  const start = startFrom(given, request, id === undefined);
  const builder = createBuilder(start.base, workflow);
  const { draft, trees, check } = builder;
  const { mappingRule } = trees;
  // Made of the same trees as the rule: comparing them skips all parts that were not changed.
  let base = mappingRule();
  const isRestored = !sameRule(base, start.mine);
  if (isRestored) {
    putRequest(draft, start.mine, "restore the draft");
    draft.forgetSteps();
  }
  if (id === undefined && !isRestored) check.hideProblems(blankKeys(builder));
  const editor = openEditor(builder, id);
  const listeners = new Set<() => void>();
  const dirty = createValueStore(isRestored);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const updateDirty = () => {
    clearTimeout(timer);
    dirty.set(!sameRule(base, mappingRule()));
  };
  draft.watch(() => {
    dirty.set(true);
    clearTimeout(timer);
    timer = setTimeout(updateDirty, dirtyPauseMs);
    tell();
  });

  const put = (next: RuleDraft, label: string) => {
    // An equal base stays the same object, which is compared faster.
    if (!sameRule(base, next.base)) base = next.base;
    putRequest(draft, next.mine, label);
    updateDirty();
  };
  /** A version with the trees of its parts; one that was stored is read as a step, which is reverted. */
  const withKeys = (version: Request): Request => {
    if (trees.keyOf(version) !== undefined) return version;
    const before = draft.history().version;
    putRequest(draft, version, "read");
    const read = mappingRule();
    if (draft.history().version !== before) draft.undo();
    return read;
  };
  let last: RuleDraft = { base, mine: mappingRule() };
  const document: RuleDocument = {
    editor,
    dirty,
    opened: start.opened,
    updateDirty,
    get: () => {
      const mine = mappingRule();
      if (last.base !== base || last.mine !== mine) last = { base, mine };
      return last;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (next) =>
      put(next, next.mine === next.base ? "discard changes" : "merge other changes"),
    reset: (next) => {
      if (next !== last) put(next, "merge other changes");
    },
    undo: () => void draft.undo(),
    redo: () => void draft.redo(),
    canUndo: () => draft.history().undo !== undefined,
    canRedo: () => draft.history().redo !== undefined,
    refresh: (now) => {
      updateDirty();
      const isOlder = (now.rule.updatedAt ?? "") < (base.rule.updatedAt ?? "");
      if (dirty.get() || isOlder || sameRule(base, now)) return;
      putRequest(draft, now, "merge other changes");
      base = mappingRule();
      updateDirty();
    },
    takeSaved: (sent, saved) => {
      const drafted = withKeys(sent);
      const isUntouched = mappingRule() === drafted;
      assignIds(draft, idsByKey(drafted, saved, trees.keyOf));
      // The API's version is taken where it differs from the request.
      if (isUntouched && !sameRule(saved, mappingRule()))
        putRequest(draft, saved, "take the service's version");
      base = sameRule(saved, mappingRule()) ? mappingRule() : saved;
      updateDirty();
    },
    recognize: (sent, stored) =>
      assignIds(draft, storedIds(base, withKeys(sent), stored, trees.keyOf)),
  };
  return document;
};

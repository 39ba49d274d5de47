import { useEffect, useRef, useState } from "react";
import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import { toMappingRuleRequest } from "#contract/to-mapping-rule-request.ts";
import { sameRule } from "#rule-model/flat-rule.ts";
import { type Builder, createBuilder } from "#rule-model/builder.ts";
import { partsInOrder } from "#rule-model/draft-rule.ts";
import { putRequest } from "#rule-model/put-request.ts";
import { mergeRules } from "#rule-model/merge-rules.ts";
import type { Workflow } from "#rule-model/workflow.ts";
import type { Answer } from "#web/api/call.ts";
import {
  cacheMappingRule,
  mappingRuleList,
  readMappingRule,
  sendMappingRule,
} from "#web/api/mapping-rules.ts";
import { invalidate, queryClient } from "#web/api/query-client.ts";
import { formatTimeOfDay } from "#web/base/format.ts";
import { rememberMany } from "#web/base/remember-many.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import { existedBefore } from "#web/editing/creation.ts";
import { isBusy, type SaveKind } from "#web/editing/save-machine.ts";
import { notify } from "#web/kit/notify.ts";
import { rememberedRules } from "#web/screens/mapping-rules/list/rule-memory.ts";
import {
  browserDrafts,
  createDraftKeeper,
  type DraftKeeper,
  type StoredDraft,
  type TabDraft,
} from "./tab-draft.ts";
import { type OpenEditor, openEditor } from "./builder-context.ts";
import { isMadeBy, type RuleSaving, type RuleWire, startSaving } from "./rule-saving.ts";

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

/** Of the rules that were opened last. */
const versions = rememberMany<readonly RuleVersion[]>("rule-versions", "records", 500);

/** The versions of a rule that this browser has seen, the latest first. */
export const rememberedVersions = async (id: number): Promise<readonly RuleVersion[]> =>
  (await versions.get(id)) ?? [];

/** The rules of the API in the cache of this page and in this browser's memory. */
const listKnown = async (): Promise<readonly MappingRule[]> => {
  const seen = await rememberedRules();
  return [
    ...(queryClient.getQueryData(mappingRuleList().queryKey)?.value ?? []),
    // In a browser that stores nothing, only the cache knows a rule that was just created.
    ...queryClient
      .getQueriesData<Answer<MappingRule>>({ queryKey: ["mapping-rules", "detail"] })
      .flatMap(([, answer]) => answer?.value ?? []),
    // The IDs in a file can be those of another account.
    ...seen.filter(({ how }) => how !== "imported").map(({ rule }) => rule),
  ];
};

/** A rule of the API that equals one that was sent, and did not before; the newest of several. */
const findCreated: RuleWire["findCreated"] = async (sent, { twins, sentAt }) => {
  const { value } = await queryClient.fetchQuery({ ...mappingRuleList(), staleTime: 0 });
  const found = value
    .toSorted((one, other) => other.id - one.id)
    .find(
      (rule) => !twins.includes(rule.id) && !existedBefore(rule, sentAt) && isMadeBy(rule, sent),
    );
  return found && { value: found, problems: [], total: undefined };
};

/** The API requests for the saving of one open rule. `onCreated` gets the id of a rule that had none. */
export const ruleWire = (onCreated: (id: number) => void): RuleWire => ({
  read: (id) => readMappingRule(id),
  send: sendMappingRule,
  listKnown,
  findCreated,
  onRead: (answer) => void storeVersion(answer, "read"),
  onSaved: (answer, created) => {
    cacheMappingRule(answer);
    void storeVersion(answer, "saved");
    notify(created ? "Rule created" : "Changes saved");
    if (created) onCreated(answer.value.id);
  },
});

export const storeVersion = async (
  { value }: Parameters<RuleWire["onRead"]>[0],
  how: "read" | "saved",
): Promise<void> => {
  const request = toMappingRuleRequest(value);
  if (!request) return;
  const savedAt = value.updatedAt ?? undefined;
  const earlier = await rememberedVersions(value.id);
  if (earlier[0] && sameRule(earlier[0].request, request)) return;
  const latest = { request, at: Date.now(), savedAt, how };
  await versions.set([value.id, [latest, ...earlier].slice(0, maxVersions)]);
  await invalidate({ queryKey: ["mapping-rules", "versions", value.id] });
};

type Request = UpdateOrCreateMappingRule;

export interface OpenRule {
  readonly builder: Builder;
  readonly saving: RuleSaving;
  /** The stored changes that were restored to the draft. */
  readonly restored: { readonly at: number; readonly merged: boolean } | undefined;
}

interface Opening {
  readonly request: UpdateOrCreateMappingRule;
  readonly workflow: Workflow;
  readonly wire: RuleWire;
  /** False for a rule that the API does not have yet. */
  readonly created: boolean;
  readonly kept: StoredDraft | undefined;
}

/** Opens a rule with a stored draft, which is based on an older or the current version. */
const openWithDraft = (
  { request, workflow, wire, created }: Opening,
  { base, mine, at }: StoredDraft,
): OpenRule => {
  const label = `restore the draft of ${formatTimeOfDay(at)}`;
  const merge = created && !sameRule(base, request) ? mergeRules(base, mine, request) : undefined;
  const hasConflicts = merge !== undefined && merge.conflicts.length > 0;
  // With conflicts, the draft stays on its own base until the user has resolved them.
  const builder = createBuilder(hasConflicts ? base : request, workflow);
  const saving = startSaving(builder, wire, created);
  putRequest(builder.draft, merge && !hasConflicts ? merge.rule : mine, label);
  // Undo must not revert changes from before the page was loaded.
  builder.draft.forgetSteps();
  if (hasConflicts) saving.startConflict(request);
  return { builder, saving, restored: { at, merged: merge !== undefined && !hasConflicts } };
};

/** The parts that are not filled in yet: a new rule shows no problems for them. */
const blankKeys = ({ draft }: Builder) =>
  Array.from(partsInOrder(draft))
    .filter(({ kind, data }) =>
      kind === "head"
        ? data.name === ""
        : (kind === "condition" || kind === "action") && data.globalObjectFieldId === 0,
    )
    .map(({ key }) => key);

/**
 * Opens a rule whose page was closed between sending and the answer: nothing is sent again until the result is
 * checked.
 */
const openUnanswered = (
  { workflow, wire, created }: Opening,
  kept: StoredDraft,
  sent: Request,
): OpenRule => {
  const builder = createBuilder(kept.base, workflow);
  const saving = startSaving(builder, wire, created);
  const label = `restore the draft of ${formatTimeOfDay(kept.at)}`;
  putRequest(builder.draft, sent, label);
  const { twins = [], sentAt } = kept;
  saving.markUnknown(builder.trees.mappingRule(), { twins, sentAt });
  if (!sameRule(kept.mine, sent)) putRequest(builder.draft, kept.mine, label);
  builder.draft.forgetSteps();
  return { builder, saving, restored: { at: kept.at, merged: false } };
};

/** The draft of a rule; not that of a new rule which was created meanwhile: sent again, it would be created twice. */
const keptFor = (kept: StoredDraft | undefined, created: boolean): StoredDraft | undefined =>
  !created && kept?.base.id && !kept.sent ? undefined : kept;

/** Opens a rule, with its unsaved changes from the last time. */
export const openRule = (opening: Opening): OpenRule => {
  const { request, workflow, wire, created } = opening;
  const kept = keptFor(opening.kept, created);
  const saved = kept !== undefined && created && sameRule(kept.mine, request);
  if (kept?.sent && !saved) return openUnanswered(opening, kept, kept.sent);
  if (kept && !sameRule(kept.mine, request)) return openWithDraft(opening, kept);
  const builder = createBuilder(request, workflow);
  if (!created) builder.check.hideProblems(blankKeys(builder));
  return { builder, saving: startSaving(builder, wire, created), restored: undefined };
};

/*
 * A save that waits for the gateway, or is under way, outlives the screen of its rule. The rule stays open with it: a
 * second one with a save of its own would know nothing of the first, which later sends what was discarded or replaced.
 * Its draft stays this tab's, for the same reason.
 */

type OnCreated = (id: number) => void;
/** Announces how a save has ended, unless it was saved. */
type ReportEnd = (kind: SaveKind) => void;

/** An open rule with all that outlives its screen while a save goes on. */
export interface RuleSession {
  readonly open: OpenRule;
  readonly editor: OpenEditor;
  readonly keeper: DraftKeeper;
  /** What the screen that is open now does with the ID of the created rule. */
  readonly onCreated: ValueStore<OnCreated | undefined>;
  /** Set while a save is under way that was started on the screen: called if that was left before it ends. */
  readonly reportEnd: ValueStore<ReportEnd | undefined>;
}

interface Starting {
  readonly place: TabDraft;
  /** Whether the draft is that of a rule of the API. */
  readonly created: boolean;
  readonly open: (onCreated: OnCreated) => OpenRule;
}

const start = ({ place, created, open: openNew }: Starting): RuleSession => {
  const onCreated = createValueStore<OnCreated | undefined>(undefined);
  const open = openNew((id) => onCreated.get()?.(id));
  const editor = openEditor(open.builder, keptFor(place.draft, created)?.typed);
  const { typedJson: typed } = editor;
  const keeper = createDraftKeeper(open.builder, open.saving, browserDrafts, place.key, { typed });
  const reportEnd = createValueStore<ReportEnd | undefined>(undefined);
  return { open, editor, keeper, onCreated, reportEnd };
};

const outliving: ReadonlySet<SaveKind> = new Set(["waiting", "reading", "sending"]);

/** By the key of the draft. */
const left = new Map<string, { readonly session: RuleSession; readonly stop: () => void }>();

const isSettled = ({ open }: RuleSession): boolean => {
  const { phase, dirty } = open.saving.state.get();
  return phase.kind === "editing" && !dirty;
};

/**
 * Keeps a rule open until it is opened again or saved. Its draft is kept up to date, and from other tabs: once saved, it
 * isn't offered again.
 */
const leave = (session: RuleSession, place: TabDraft, stopKeeper: () => void): void => {
  const key = session.keeper.key();
  const release = place.keep();
  const stop = () => {
    unsubscribe();
    stopKeeper();
    release();
  };
  const unsubscribe = session.open.saving.state.subscribe(() => {
    if (left.get(key)?.session !== session) return;
    const { kind } = session.open.saving.state.get().phase;
    if (!outliving.has(kind)) {
      session.reportEnd.get()?.(kind);
      session.reportEnd.set(undefined);
    }
    if (!isSettled(session)) return;
    left.delete(key);
    stop();
  });
  left.set(key, { session, stop });
};

/** The rule that was left while its save went on; undefined if there is none, or nothing of it is left to save. */
const takeLeft = ({ place, created }: Starting): RuleSession | undefined => {
  const found = left.get(place.key);
  if (!found) return undefined;
  left.delete(place.key);
  found.stop();
  const isOther = found.session.open.saving.state.get().created && !created;
  return isSettled(found.session) || isOther ? undefined : found.session;
};

/**
 * Calls `begin` when a save is started on the screen, until the returned function is called. What it returns announces the
 * end of the save if the screen is left before. A save that waited is listed by itself.
 */
export const watchStarts = ({ open, reportEnd }: RuleSession, begin: () => ReportEnd) => {
  const readPhase = () => open.saving.state.get().phase;
  let { kind } = readPhase();
  return open.saving.state.subscribe(() => {
    const now = readPhase();
    if (kind === "reviewing" && now.kind === "reading") reportEnd.set(begin());
    else if (!isBusy(now)) reportEnd.set(undefined);
    ({ kind } = now);
  });
};

/** Opens a rule once, or goes on with one whose save outlived its screen. `onCreated` isn't called after the screen was left. */
export const useRuleSession = (starting: Starting, onCreated: OnCreated): RuleSession => {
  const [session] = useState(() => takeLeft(starting) ?? start(starting));
  const { keeper, open } = session;
  const place = useRef(starting.place);
  useEffect(() => {
    place.current = starting.place;
  });
  useEffect(() => {
    session.onCreated.set(onCreated);
    return () => session.onCreated.set(undefined);
  }, [session, onCreated]);
  useEffect(() => {
    const stop = keeper.attach();
    return () => {
      if (outliving.has(open.saving.state.get().phase.kind)) leave(session, place.current, stop);
      else stop();
    };
  }, [keeper, open, session]);
  return session;
};

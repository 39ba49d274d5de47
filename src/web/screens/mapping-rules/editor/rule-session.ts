import { useEffect, useRef, useState } from "react";
import { browserDrafts } from "#web/screens/mapping-rules/versions/browser-drafts.ts";
import {
  createDraftKeeper,
  type DraftKeeper,
} from "#web/screens/mapping-rules/versions/draft-keeper.ts";
import { keptFor, type OpenRule } from "#web/screens/mapping-rules/versions/open-rule.ts";
import type { TabDraft } from "#web/screens/mapping-rules/versions/tab-draft.ts";
import { isBusy, type SaveKind } from "#web/editing/save-machine.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import { type OpenEditor, openEditor } from "./builder-context.ts";

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

/** Whether all of the rule is saved. */
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

import { useEffect, useState } from "react";
import { browserDrafts } from "#web/mapping-rules/versions/browser-drafts.ts";
import { createDraftKeeper, type DraftKeeper } from "#web/mapping-rules/versions/draft-keeper.ts";
import type { OpenRule } from "#web/mapping-rules/versions/open-rule.ts";
import type { TabDraft } from "#web/mapping-rules/versions/tab-draft.ts";
import type { SaveKind } from "#web/ui/save-machine.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";
import { type OpenEditor, openEditor } from "./builder-context.ts";

/*
 * A save that waits for the gateway, or is under way, outlives the screen of its rule. The rule stays open with it: a
 * second one with a save of its own would know nothing of the first, which later sends what was discarded or replaced.
 */

type OnCreated = (id: number) => void;

/** An open rule with all that outlives its screen while a save goes on. */
export interface RuleSession {
  readonly open: OpenRule;
  readonly editor: OpenEditor;
  readonly keeper: DraftKeeper;
  /** What the screen that is open now does with the ID of the created rule. */
  readonly onCreated: ValueStore<OnCreated | undefined>;
}

interface Starting {
  readonly place: TabDraft;
  /** Whether the draft is that of a rule of the API. */
  readonly created: boolean;
  readonly open: (onCreated: OnCreated) => OpenRule;
}

const start = ({ place, open: openAnew }: Starting): RuleSession => {
  const onCreated = createValueStore<OnCreated | undefined>(undefined);
  const open = openAnew((id) => onCreated.get()?.(id));
  const editor = openEditor(open.builder, place.draft?.typed);
  const { typedJson: typed } = editor;
  const keeper = createDraftKeeper(open.builder, open.saving, browserDrafts, place.key, { typed });
  return { open, editor, keeper, onCreated };
};

const outliving: ReadonlySet<SaveKind> = new Set(["waiting", "reading", "sending"]);

/** By the key of the draft. */
const left = new Map<string, { readonly session: RuleSession; readonly stop: () => void }>();

/** The rule that was left while its save went on; undefined if there is none, or nothing of it is left to save. */
const takeLeft = ({ place, created }: Starting): RuleSession | undefined => {
  const found = left.get(place.key);
  if (!found) return undefined;
  left.delete(place.key);
  found.stop();
  const now = found.session.open.saving.state.get();
  const isSettled = now.phase.kind === "editing" && !now.dirty;
  return isSettled || (now.created && !created) ? undefined : found.session;
};

/** Opens a rule once, or goes on with one whose save outlived its screen. `onCreated` isn't called after the screen was left. */
export const useRuleSession = (starting: Starting, onCreated: OnCreated): RuleSession => {
  const [session] = useState(() => takeLeft(starting) ?? start(starting));
  const { keeper, open } = session;
  useEffect(() => {
    session.onCreated.set(onCreated);
    return () => session.onCreated.set(undefined);
  }, [session, onCreated]);
  useEffect(() => {
    const stop = keeper.attach();
    return () => {
      if (!outliving.has(open.saving.state.get().phase.kind)) stop();
      // The draft is kept up to date until then: once it is saved, it isn't offered again.
      else left.set(keeper.key(), { session, stop });
    };
  }, [keeper, open, session]);
  return session;
};

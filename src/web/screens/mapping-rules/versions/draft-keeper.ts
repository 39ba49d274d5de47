import type { Builder } from "#rule-model/draft/builder.ts";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import type { DraftStorage, StoredDraft, TypedJson } from "./browser-drafts.ts";
import { type RuleSaving, unanswered } from "./rule-saving.ts";

/** Whether this browser has stored the latest changes. */
export type KeeperState =
  /** There are no changes. */
  | { readonly kind: "none" }
  /** The latest changes are not in this browser's storage yet. */
  | { readonly kind: "saving" }
  /** The latest changes are stored, since `at` (milliseconds since 1970). */
  | { readonly kind: "saved"; readonly at: number }
  /** This browser stores no draft: a private window, a full disk. */
  | { readonly kind: "refused" };

/** Stores the changes of an open rule in this browser until they are saved. */
export interface DraftKeeper {
  readonly state: Pick<ValueStore<KeeperState>, "get" | "subscribe">;
  /** The storage key of the draft. */
  readonly key: () => string;
  /** Starts; returns a function that stops it and stores the latest changes. */
  readonly attach: () => () => void;
  /** Stores the draft under another key from now on, and deletes it under the one before. */
  readonly moveTo: (key: string) => void;
}

/** The pause in typing before a write, and the longest time without a write. */
const pauseMs = 400;
const longestMs = 1_000;

/** The JSON that is not applied to the rule yet. */
type TypedStore = Pick<ValueStore<TypedJson | undefined>, "get" | "subscribe">;

interface Options {
  readonly typed?: TypedStore;
  /** Returns milliseconds since 1970. */
  readonly clock?: () => number;
}

/** Creates the keeper of one rule's draft. */
export const createDraftKeeper = (
  { draft, trees }: Pick<Builder, "draft" | "trees">,
  saving: Pick<RuleSaving, "state">,
  storage: DraftStorage,
  firstKey: string,
  { typed = createValueStore<TypedJson | undefined>(undefined), clock = Date.now }: Options = {},
): DraftKeeper => {
  const state = createValueStore<KeeperState>({ kind: "none" });
  let key = firstKey;
  /** Counts the changes: the result of an earlier write does not apply to the latest change. */
  let changeCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | undefined;
  /** True if an outdated draft may be stored. */
  let mayBeStored = true;

  const now = (): StoredDraft => {
    const { base, phase } = saving.state.get();
    const sent = unanswered(phase);
    return {
      base,
      mine: trees.mappingRule(),
      sent: sent?.drafted,
      twins: sent?.twins,
      sentAt: sent?.sentAt,
      typed: typed.get(),
      at: clock(),
    };
  };
  /**
   * A request without an answer is stored also where nothing is changed, as for a copy: the next page must not treat it
   * as unsent, or the rule would be created twice.
   */
  const hasContent = (): boolean => {
    const { dirty, phase } = saving.state.get();
    return dirty || unanswered(phase) !== undefined || typed.get() !== undefined;
  };
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = undefined;
  };
  const write = () => {
    rest();
    const one = now();
    const written = changeCount;
    mayBeStored = true;
    const report = (outcome: KeeperState) => {
      if (written === changeCount) state.set(outcome);
    };
    storage.write(key, one).then(
      () => report({ kind: "saved", at: one.at }),
      () => report({ kind: "refused" }),
    );
  };
  const remove = () => {
    rest();
    changeCount += 1;
    if (state.get().kind !== "none") state.set({ kind: "none" });
    if (!mayBeStored) return;
    mayBeStored = false;
    // If the deletion fails, the draft is dropped when it is read, since it equals the rule.
    void storage.remove(key).catch(() => undefined);
  };
  const changed = () => {
    if (!hasContent()) return remove();
    changeCount += 1;
    // After a refusal, the state stays `refused` until a write succeeds.
    if (["none", "saved"].includes(state.get().kind)) state.set({ kind: "saving" });
    const at = clock();
    waitingSince ??= at;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(pauseMs, waitingSince + longestMs - at)));
  };
  const keepAtOnce = () => {
    storage.writeAtOnce(key, now());
    write();
  };
  const flush = () => {
    // A page that closes may also end a write that has begun.
    const isStored = timer === undefined && state.get().kind !== "saving";
    if (!isStored && hasContent()) keepAtOnce();
  };
  const whenHidden = () => {
    if (document.visibilityState === "hidden") flush();
  };

  return {
    state,
    key: () => key,
    moveTo: (next) => {
      if (next === key) return;
      void storage.remove(key).catch(() => undefined);
      key = next;
      mayBeStored = true;
      changed();
    },
    attach: () => {
      let { dirty, base, phase } = saving.state.get();
      const leave = [
        draft.watch(changed),
        typed.subscribe(changed),
        saving.state.subscribe(() => {
          const next = saving.state.get();
          const sent = unanswered(next.phase);
          if (next.phase.kind === "sending" && next.phase !== phase) keepAtOnce();
          else if (next.dirty !== dirty || next.base !== base || sent !== unanswered(phase))
            changed();
          ({ dirty, base, phase } = next);
        }),
      ];
      window.addEventListener("pagehide", flush);
      document.addEventListener("visibilitychange", whenHidden);
      // Without content, a stored draft equals the API's version, and is deleted.
      changed();
      return () => {
        flush();
        rest();
        for (const stop of leave) stop();
        window.removeEventListener("pagehide", flush);
        document.removeEventListener("visibilitychange", whenHidden);
      };
    },
  };
};

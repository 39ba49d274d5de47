import type { Builder } from "#web/mapping-rules/builder/builder-context.ts";
import { createValueStore, type ValueStore } from "#web/ui/value-store.ts";
import type { DraftPlace, KeptDraft } from "./draft-place.ts";
import type { RulePhase, RuleSaving } from "./rule-saving.ts";

/** Whether this browser holds the latest changes. */
export type KeeperState =
  /** There is nothing to keep. */
  | { readonly kind: "none" }
  /** The latest changes are not in this browser's storage yet. */
  | { readonly kind: "saving" }
  /** They are, since `at` (milliseconds since 1970). */
  | { readonly kind: "saved"; readonly at: number }
  /** This browser keeps no draft: a private window, a full disk. */
  | { readonly kind: "refused" };

/** Keeps the changes of an open rule in this browser while they are not saved. */
export interface DraftKeeper {
  readonly state: Pick<ValueStore<KeeperState>, "get" | "subscribe">;
  /** Begins; gives the way to stop, which keeps what is not kept yet. */
  readonly attach: () => () => void;
  /** Keeps the draft under another key from now on, and nothing under the one before. */
  readonly moveTo: (key: string) => void;
}

/** A pause in typing that is worth writing, and how long somebody may type without one. */
const pauseMs = 400;
const longestMs = 1_000;

/** What was sent and has no answer yet. A page that ends now must not take it for unsent: it would be made twice. */
const unanswered = (phase: RulePhase): KeptDraft["sent"] =>
  phase.kind === "sending" || phase.kind === "unknown" ? phase.sent.drafted : undefined;

/** `clock` gives milliseconds since 1970. */
export const createDraftKeeper = (
  { draft, trees }: Pick<Builder, "draft" | "trees">,
  saving: Pick<RuleSaving, "state">,
  place: DraftPlace,
  firstKey: string,
  clock: () => number = Date.now,
): DraftKeeper => {
  const state = createValueStore<KeeperState>({ kind: "none" });
  let key = firstKey;
  /** Counts the changes: an answer about an earlier one says nothing about the latest. */
  let edition = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitingSince: number | undefined;
  /** Something may be kept that is out of date. */
  let kept = true;

  const now = (): KeptDraft => {
    const { base, phase } = saving.state.get();
    return { base, mine: trees.mappingRule(), sent: unanswered(phase), at: clock() };
  };
  const rest = () => {
    clearTimeout(timer);
    timer = undefined;
    waitingSince = undefined;
  };
  const write = () => {
    rest();
    const one = now();
    const written = edition;
    kept = true;
    const tell = (outcome: KeeperState) => {
      if (written === edition) state.set(outcome);
    };
    place.write(key, one).then(
      () => tell({ kind: "saved", at: one.at }),
      () => tell({ kind: "refused" }),
    );
  };
  const remove = () => {
    rest();
    edition += 1;
    if (state.get().kind !== "none") state.set({ kind: "none" });
    if (!kept) return;
    kept = false;
    // A draft that stays although nothing differs from it is dropped when it is read.
    void place.remove(key).catch(() => undefined);
  };
  const changed = () => {
    if (!saving.state.get().dirty) return remove();
    edition += 1;
    // A browser that refused goes on saying so until it keeps something.
    if (["none", "saved"].includes(state.get().kind)) state.set({ kind: "saving" });
    const at = clock();
    waitingSince ??= at;
    clearTimeout(timer);
    timer = setTimeout(write, Math.max(0, Math.min(pauseMs, waitingSince + longestMs - at)));
  };
  const keepAtOnce = () => {
    place.writeAtOnce(key, now());
    write();
  };
  const flush = () => {
    if (timer !== undefined && saving.state.get().dirty) keepAtOnce();
  };
  const whenHidden = () => {
    if (document.visibilityState === "hidden") flush();
  };

  return {
    state,
    moveTo: (next) => {
      if (next === key) return;
      void place.remove(key).catch(() => undefined);
      key = next;
      kept = true;
      if (saving.state.get().dirty) changed();
      else remove();
    },
    attach: () => {
      let { dirty, base, phase } = saving.state.get();
      const leave = [
        draft.watch(changed),
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
      if (dirty) changed();
      // What was left here is what the API has by now.
      else remove();
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

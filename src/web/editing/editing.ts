import type { RouterHistory } from "@tanstack/react-router";
import { createHistory } from "#rule-model/history.ts";
import { type Answer, toSending } from "#web/api/call.ts";
import {
  ApiError,
  hasStatus,
  isSilence,
  isUnanswered,
  mayHaveHappened,
} from "#web/base/api-error.ts";
import { createValueStore } from "#web/base/value-store.ts";
import { notify } from "#web/kit/notify.ts";
import { readDraft, type SentRequest, watchDraft, writeDraft } from "./drafts.ts";
import {
  type Choices,
  type Difference,
  type EditedDocument,
  type EditingPlan,
  type EditingState,
  isAtRest,
  isBusy,
  isWaiting,
  type Phase,
  type PhaseKind,
  type Readable,
} from "./editing-plan.ts";
import { addWaitingSave, readScreen, type SavePlace } from "./waiting-saves.ts";

/** The part of the router's history that leads back to a screen. */
type History = Pick<RouterHistory, "push" | "location">;

/** A document of an immutable value. */
export const createDocument = <D>(initial: D): EditedDocument<D> => {
  const value = createValueStore(initial);
  const steps = createHistory<{ readonly before: D; readonly after: D }>({
    merge: ({ before }, { after }) => ({ before, after }),
  });
  return {
    get: value.get,
    subscribe: value.subscribe,
    change: (next, burst) => {
      const before = value.get();
      if (Object.is(before, next)) return;
      steps.add({ label: "", ...(burst !== undefined && { burst }) }, { before, after: next });
      value.set(next);
    },
    reset: (next) => {
      steps.clear();
      value.set(next);
    },
    undo: () => {
      const step = steps.undo();
      if (step) value.set(step.before);
    },
    redo: () => {
      const step = steps.redo();
      if (step) value.set(step.after);
    },
    canUndo: () => steps.next().undo !== undefined,
    canRedo: () => steps.next().redo !== undefined,
  };
};

const editing = { kind: "editing" } as const;
/** Whether a save may begin. */
const canStart = (phase: { kind: PhaseKind }): boolean =>
  isAtRest(phase) || phase.kind === "waiting";

/** How often one save compares and sends, where others change the record each time in between. */
const mostAttempts = 3;
/** The pause in typing before the draft is stored: at most this much is lost in a crash. */
const storePauseMs = 300;
/** How long another tab's request counts as under way; it may have been closed. */
const otherTabMs = 15_000;
/** A page that is opened so soon after a request without an answer asks for it by itself. */
const askMs = 10 * 60_000;
/** The gateway keeps the answer to a key for 24 hours. A request repeated later would be a new one. */
const keyKeptMs = 20 * 3_600_000;

const lostWithPage = new ApiError("the page was closed first", {
  status: 504,
  outcome: "unknown",
});

const becomeUnknown = <D, S>(sent: SentRequest<D, S>) =>
  ({ kind: "unknown", error: lostWithPage, sent, checking: false }) as const;

const isReload = (): boolean => {
  const [entry] = performance.getEntriesByType("navigation");
  return (entry as PerformanceNavigationTiming | undefined)?.type === "reload";
};

/** What a failed save is called after the title of its screen. */
const failures: Readonly<Partial<Record<PhaseKind, string>>> = {
  unread: "wasn't saved",
  refused: "wasn't saved",
  // A part of it may have been.
  conflict: "wasn't saved completely. Open it and choose what to keep.",
  lost: "wasn't saved",
  unknown: "may not have been saved. Open it and check.",
};

/** Records in Activity what a check has found. If this fails, an admin settles the entry. */
const settle = (key: string, made: boolean): void =>
  void import("./settle-checked.ts")
    .then(({ settleChecked }) => settleChecked(key, made))
    .catch(() => undefined);

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The request that has no answer yet. */
const sentIn = <D, S>(
  phase: Phase<never, D, S> | Phase<unknown, D, S>,
): SentRequest<D, S> | undefined =>
  phase.kind === "sending" || phase.kind === "unknown" ? phase.sent : undefined;

const createEditing = <R, D, S>(first: EditingPlan<R, D, S>) => {
  type Sent = SentRequest<D, S>;
  let plan = first;
  let history: History | undefined;
  const { key, place = "browser" } = first;
  const stored = readDraft<D, S>(key, place);
  const initial = stored?.draft ? first.rebase(stored.draft, first.base()) : first.empty;
  const document = first.createDocument?.(initial) ?? createDocument(initial);
  const state = createValueStore<EditingState<R, D, S>>({
    phase: stored?.sent ? becomeUnknown(stored.sent) : editing,
    stored: stored ? "stored" : "none",
    ...(stored && { storedAt: stored.at }),
    elsewhere: false,
    parts: [],
    saved: false,
  });
  const put = (change: Partial<EditingState<R, D, S>>) => state.set({ ...state.get(), ...change });
  const phase = () => state.get().phase;
  let shown = 0;
  let screen: SavePlace | undefined;
  /** Whether the save is in the list of those that wait, which says how it ended. */
  let isListed = false;

  const readShown = (): SavePlace => {
    const { title, path } = readScreen();
    return { title, path: history?.location.href ?? path };
  };

  const setPhase = (next: Phase<R, D, S>) => {
    const before = phase();
    put({ phase: next });
    // A request without an answer is stored as long as that lasts.
    if (sentIn(before) !== sentIn(next)) store();
    const hasEnded = isWaiting(before) && !isWaiting(next) && next.kind !== "editing";
    if (shown > 0 || isListed || !hasEnded) return;
    if (plan.report) return plan.report(next.kind);
    const { title, path } = plan.screen?.() ?? screen ?? readScreen();
    const words = (plan.describeFailure ?? ((kind: PhaseKind) => failures[kind]))(next.kind);
    if (words) notify(`${title} ${words}`, { label: "Open", act: () => history?.push(path) });
  };

  /* The stored draft. */

  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    const draft = document.get();
    const sent = sentIn(phase());
    const isEmpty = plan.isEmpty(draft);
    const at = Date.now();
    const kept =
      isEmpty && !sent ? undefined : { ...(!isEmpty && { draft }), ...(sent && { sent }), at };
    const isStored = writeDraft<D, S>(key, place, kept);
    put({ stored: kept === undefined ? "none" : isStored ? "stored" : "refused", storedAt: at });
  };
  const storeSoon = () => {
    if (state.get().stored !== "refused") put({ stored: "pending" });
    clearTimeout(timer);
    timer = setTimeout(store, storePauseMs);
  };
  const flush = () => {
    if (timer !== undefined) store();
  };
  /** Whether another tab is sending the draft, as far as it is stored. */
  let elsewhere: ReturnType<typeof setTimeout> | undefined;
  /** Without storing it again: the other tab does. */
  const follow = (next: Phase<R, D, S>) => {
    clearTimeout(elsewhere);
    elsewhere = undefined;
    put({ phase: next });
  };
  const followSent = (sent: Sent) => {
    const leftMs = sent.at + otherTabMs - Date.now();
    if (leftMs <= 0) return follow(becomeUnknown(sent));
    follow({ kind: "sending", sent });
    elsewhere = setTimeout(() => {
      follow(becomeUnknown(sent));
      if (shown > 0) void check();
    }, leftMs);
  };
  // A reload has ended its own request. Any other one may be of another tab.
  if (stored?.sent && !(isReload() && stored.sent.at < performance.timeOrigin))
    followSent(stored.sent);
  const adopt = () => {
    // What was typed here since was typed last, and is stored in a moment.
    if (timer !== undefined || (isBusy(phase()) && !elsewhere)) return;
    const there = readDraft<D, S>(key, place);
    const draft = there?.draft ?? plan.empty;
    const now = phase();
    if (!isSame(draft, document.get())) {
      isResetting = true;
      document.change(draft);
      isResetting = false;
    }
    put({ elsewhere: there !== undefined });
    if (there?.sent) {
      if (now.kind !== "unknown") followSent(there.sent);
    } else if (!canStart(now)) follow(editing);
    // Saved there.
    if (!there && shown > 0) void plan.read?.().then(plan.keep, () => undefined);
  };
  let isResetting = false;
  document.subscribe(() => {
    if (isResetting) return;
    const now = phase();
    if (now.kind === "confirming" || (canStart(now) && now.kind !== "editing"))
      put({ phase: editing });
    held?.end(false);
    storeSoon();
  });
  const reset = (next: D) => {
    isResetting = true;
    document.reset(next);
    isResetting = false;
  };

  /* Saving. */

  const accept = (answer: Answer<R>, sent: Sent, found: boolean, isLast = true) => {
    if (plan.accept) plan.accept(answer, sent);
    else {
      plan.keep(answer);
      reset(plan.rebase(document.get(), answer.value, sent.draft));
    }
    const parts = [...state.get().parts, sent.draft];
    put({ parts, phase: isLast ? editing : { kind: "reading" }, elsewhere: false, saved: true });
    store();
    if (!isLast) return;
    plan.saved(answer, { parts, found });
    if (shown === 0) evict(key);
  };

  const refuse = (error: unknown, sent: Sent) => {
    plan.refused?.(error, sent);
    setPhase({ kind: "refused", error, sent });
  };

  const waitAgain = () => setPhase({ kind: "waiting", cancel: () => setPhase(editing) });
  const wait = () => {
    waitAgain();
    isListed = true;
    const resume = async () => {
      if (phase().kind !== "waiting") return;
      if (!plan.ready(document.get()))
        setPhase(plan.isEmpty(document.get()) ? editing : { kind: "lost", unsendable: true });
      else if (plan.asks(document.get()) && !isConfirmed) setPhase({ kind: "confirming" });
      else await run();
      const now = phase();
      if (now.kind === "unread" && isSilence(now.error)) waitAgain();
    };
    const phases = { get: phase, subscribe: state.subscribe };
    addWaitingSave({ state: phases, resume }, plan.screen?.() ?? screen);
  };
  const unread = (error: unknown) =>
    setPhase({ kind: "unread", error, ...(isSilence(error) && { wait }) });

  /** A save that waits. `ended`: whether it is sent; false if it was taken back. */
  let held: { end: (isSent: boolean) => void; ended: Promise<boolean> } | undefined;
  const hold = (ms: number) => {
    setPhase({ kind: "holding", until: Date.now() + ms });
    let resolve = (_: boolean) => {};
    const ended = new Promise<boolean>((done) => (resolve = done));
    const end = (isSent: boolean) => {
      clearTimeout(ending);
      held = undefined;
      setPhase(isSent ? { kind: "reading" } : editing);
      resolve(isSent);
    };
    const ending = setTimeout(end, ms, true);
    held = { end, ended };
    return held;
  };

  /** Reads and compares; undefined if the save must stop. */
  const readFirst = async (holding: typeof held): Promise<Answer<R> | undefined> => {
    if (!holding) setPhase({ kind: "reading" });
    const before = plan.base();
    if (!plan.read) return { value: before, problems: [], total: undefined };
    let stop: () => void;
    try {
      const now = await plan.read();
      if (plan.diff(document.get(), before, now.value).length === 0) return now;
      stop = () => setPhase({ kind: "conflict", before, now });
    } catch (error) {
      stop = () => unread(error);
    }
    if (holding === held) holding?.end(true);
    // Unless it was taken back meanwhile.
    if ((await holding?.ended) ?? true) stop();
    return undefined;
  };

  let isConfirmed = false;
  const run = async (holdMs = 0, attempts = mostAttempts): Promise<void> => {
    // It is read at once, so that a page that closes can send it.
    const holding = holdMs > 0 ? hold(holdMs) : undefined;
    let now = await readFirst(holding);
    if (!now || (holding && !(await holding.ended))) return;
    for (;;) {
      const draft = document.get();
      const { request, draft: part = draft } = plan.toRequest(draft, now.value);
      const sent: Sent = {
        key: crypto.getRandomValues(new Uint32Array(4)).join("-"),
        request,
        version: now.version,
        draft: part,
        at: Date.now(),
      };
      setPhase({ kind: "sending", sent });
      try {
        now = await plan.send(request, toSending(sent.version, sent.key), now.value);
      } catch (error) {
        if (hasStatus(error, 412) && attempts > 1) return run(0, attempts - 1);
        if (!mayHaveHappened(error)) return refuse(error, sent);
        return setPhase({ kind: "unknown", error, sent, checking: false });
      }
      const isLast = part === draft;
      accept(now, sent, false, isLast);
      if (isLast) return;
    }
  };

  /** The answer to the same request with the same key; undefined if the gateway doesn't know it either. */
  const repeat = async (sent: Sent): Promise<Answer<R> | undefined> => {
    if (Date.now() - sent.at > keyKeptMs) return undefined;
    try {
      return await plan.send(sent.request, toSending(sent.version, sent.key), plan.base());
    } catch (error) {
      const isKnown =
        isUnanswered(error) ||
        !(mayHaveHappened(error) || hasStatus(error, 412) || hasStatus(error, 422));
      if (isKnown) throw error;
      return undefined;
    }
  };

  /** Compares the record with what was sent. */
  const compare = async (sent: Sent): Promise<void> => {
    if (plan.find) {
      const found = await plan.find(sent);
      settle(sent.key, found !== undefined);
      return found ? accept(found, sent, true) : setPhase({ kind: "lost" });
    }
    if (!plan.read)
      throw new ApiError("This record can't be loaded.", { status: 501, outcome: "unknown" });
    const before = plan.base();
    const now = await plan.read();
    const isThere =
      plan.isSaved?.(sent, now.value) ?? plan.isEmpty(plan.rebase(sent.draft, now.value));
    if (!isThere && plan.diff(document.get(), before, now.value).length > 0)
      return setPhase({ kind: "conflict", before, now });
    settle(sent.key, isThere);
    if (isThere) return accept(now, sent, true);
    plan.keep(now);
    reset(plan.rebase(document.get(), now.value));
    return setPhase({ kind: "lost" });
  };

  const check = async () => {
    const asked = phase();
    if (asked.kind !== "unknown" || asked.checking) return;
    screen ??= readShown();
    setPhase({ ...asked, checking: true });
    try {
      const answer = await repeat(asked.sent);
      if (answer) accept(answer, asked.sent, true);
      // A record that can't be read says nothing about the request.
      else await compare(asked.sent).catch((error: unknown) => setPhase({ ...asked, error }));
    } catch (error) {
      if (!mayHaveHappened(error) && !isUnanswered(error)) refuse(error, asked.sent);
      else setPhase({ ...asked, error });
    }
  };

  const start = async (holdMs: number) => {
    screen = readShown();
    isListed = false;
    put({ parts: [] });
    await run(holdMs);
  };
  const back = () => {
    if (held) return held.end(false);
    if (!isWaiting(phase())) setPhase(editing);
  };
  const unwatch = watchDraft(key, adopt);
  const whenHidden = () => {
    if (globalThis.document.visibilityState === "hidden") flush();
  };
  const whenClosing = () => {
    held?.end(true);
    flush();
  };
  addEventListener("pagehide", whenClosing);
  globalThis.document.addEventListener("visibilitychange", whenHidden);

  return {
    key,
    document,
    state: { get: state.get, subscribe: state.subscribe } as Readable<EditingState<R, D, S>>,
    /** Whether there are changes that aren't saved. */
    isDirty: () => !plan.isEmpty(document.get()),
    /** Takes the plan of the latest render, and the history of the router. */
    follow: (next: EditingPlan<R, D, S>, router?: History) => {
      plan = next;
      history = router ?? history;
    },
    /** Called by a screen that shows the draft and how its save ends, until the returned function is called. */
    show: () => {
      shown += 1;
      const restored = phase();
      if (
        restored.kind === "unknown" &&
        restored.error === lostWithPage &&
        Date.now() - restored.sent.at < askMs
      )
        void check();
      // The record may have been read again while no screen showed it.
      if (shown === 1 && isAtRest(phase())) {
        const now = plan.rebase(document.get(), plan.base());
        if (!isSame(now, document.get())) reset(now);
      }
      return () => {
        shown -= 1;
        flush();
        if (shown === 0) evict(key);
      };
    },
    isShown: () => shown > 0,
    /** Saves, or asks for confirmation first. `holdMs`: the time in which it can be taken back. */
    save: async (holdMs = 0) => {
      if (!canStart(phase()) || !plan.ready(document.get())) return;
      isConfirmed = false;
      if (plan.asks(document.get())) setPhase({ kind: "confirming" });
      else await start(holdMs);
    },
    /** Asks for confirmation. */
    review: () => {
      if (canStart(phase())) setPhase({ kind: "confirming" });
    },
    /** Saves after the person has confirmed. */
    confirm: async (holdMs = 0) => {
      if (phase().kind !== "confirming") return;
      isConfirmed = true;
      await start(holdMs);
    },
    /** Sends a save that is held at once. */
    sendNow: () => held?.end(true),
    check,
    /** Returns to editing: the person canceled, took it back, has checked the record themselves, or gave up. */
    back,
    /** Throws the changes away, which undo reverts. Does nothing during a save: it would be made all the same. */
    discard: () => {
      if (isWaiting(phase())) return;
      document.change(plan.empty);
      back();
    },
    /** Says that the draft is older than the record. */
    startConflict: (before: R, now?: Answer<R>) => {
      if (canStart(phase())) setPhase({ kind: "conflict", before, ...(now && { now }) });
    },
    /** Takes the newer record, and the draft with the selected versions. Nothing is sent. */
    resolve: (differences: readonly Difference[], choices: Choices) => {
      const conflict = phase();
      const now = conflict.kind === "conflict" ? conflict.now : undefined;
      if (now) plan.keep(now);
      const record = now?.value ?? plan.base();
      document.change(plan.merge(document.get(), differences, choices, record));
      setPhase(editing);
    },
    /** Stops following other tabs. */
    close: () => {
      unwatch();
      clearTimeout(elsewhere);
      removeEventListener("pagehide", whenClosing);
      globalThis.document.removeEventListener("visibilitychange", whenHidden);
    },
    isOver: () =>
      shown === 0 && phase().kind === "editing" && state.get().stored !== "refused" && !held,
  };
};

/** A draft and its save. */
export type Editing<R, D, S> = ReturnType<typeof createEditing<R, D, S>>;

/** The drafts that are open: on a screen, or not saved yet. */
const registry = new Map<string, Editing<unknown, unknown, unknown>>();

const evict = (key: string) => {
  const found = registry.get(key);
  // After the next screen had the time to take it over: moving within a form shows and hides it.
  queueMicrotask(() => {
    if (!found?.isOver() || registry.get(key) !== found || found.isDirty()) return;
    found.close();
    registry.delete(key);
  });
};

/** Counts the changes of all open drafts and their saves, so that a list of them can render again. */
export const editingChanges = createValueStore(0);

/** The draft of a key, if it is open. */
export const findEditing = (key: string): Editing<unknown, unknown, unknown> | undefined =>
  registry.get(key);

/** Opens a draft, or goes on with it: a save outlives its screen, and nothing is sent beside it. */
export const openEditing = <R, D, S>(plan: EditingPlan<R, D, S>): Editing<R, D, S> => {
  const known = registry.get(plan.key) as Editing<R, D, S> | undefined;
  if (known) return known;
  const opened = createEditing(plan);
  registry.set(plan.key, opened as unknown as Editing<unknown, unknown, unknown>);
  for (const { subscribe } of [opened.document, opened.state])
    subscribe(() => editingChanges.set(editingChanges.get() + 1));
  return opened;
};

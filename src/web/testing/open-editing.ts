import { afterEach, beforeEach, onTestFinished, vi } from "vitest";
import type { Answer, Sending } from "#web/api/call.ts";
import { ApiError } from "#web/base/api-error.ts";
import { openEditing } from "#web/editing/editing.ts";
import { type Difference, type EditingPlan, type PhaseKind } from "#web/editing/editing-plan.ts";
import { dismissSave, isDisconnected, waitingSaves } from "#web/editing/waiting-saves.ts";

export const problem = (outcome: "refused" | "unknown", status = 400, kind?: string) =>
  new ApiError(kind ?? "no", { status, outcome, ...(kind !== undefined && { kind }) });
export const refused = problem("refused");
export const changed = problem("refused", 412);
export const lost = problem("unknown", 504);
export const silence = problem("unknown", 0);
export const unread = problem("refused", 0);
export const unknownToGateway = problem("unknown", 409, "outcome-unknown");

export const answer = (value: string, version?: string): Answer<string> => ({
  value,
  problems: [],
  total: undefined,
  version,
});

export type Plan = EditingPlan<string, string, string>;
/** What the API answers, in order; the last one for all that follow. */
export type Answers = (string | ApiError | Promise<string>)[];

export const difference = (now: string): Difference => ({
  field: "text",
  label: "Text",
  was: "old",
  now,
});

export type Given = Partial<Plan> & { reads?: Answers; sends?: Answers };

/** The set-up of a file's tests: the draft of another record for each, on a clock that stands. */
export const setUpEditing = () => {
  /** The saves whose failure was announced, by their phases. */
  const reported: PhaseKind[] = [];
  let key: string;
  beforeEach(() => {
    // Open drafts outlive a test, and other files run in the same process.
    key = `edited.${crypto.randomUUID()}`;
    reported.length = 0;
    localStorage.clear();
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    isDisconnected.set(false);
    for (const save of waitingSaves.get()) dismissSave(save);
  });

  /** The draft of a record that is one text; `""` is no draft. Its record is `"old"`. */
  const open = ({
    reads = ["old"] as Answers,
    sends = ["new"] as Answers,
    ...change
  }: Given = {}) => {
    let record = "old";
    const requests: { text: string; sending: Sending }[] = [];
    const saved: { value: string; found: boolean }[] = [];
    const next = async (answers: Answers): Promise<Answer<string>> => {
      const one = answers.length > 1 ? answers.shift() : answers[0];
      if (one instanceof ApiError) throw one;
      return answer((await one) ?? "", "v1");
    };
    const plan: Plan = {
      key,
      empty: "",
      isEmpty: (draft) => draft === "",
      base: () => record,
      read: () => next(reads),
      keep: ({ value }) => void (record = value),
      rebase: (draft, now, sent) => (draft === (sent ?? now) ? "" : draft),
      diff: (_, before, now) => (before === now ? [] : [difference(now)]),
      merge: (draft, _, { text }) => (text === "mine" ? draft : ""),
      ready: (draft) => draft !== "",
      asks: () => false,
      toRequest: (draft) => ({ request: draft }),
      send: (text, sending) => {
        requests.push({ text, sending });
        return next(sends);
      },
      saved: ({ value }, { found }) => void saved.push({ value, found }),
      report: (failed) => void reported.push(failed),
      screen: () => ({ title: "Thing", path: "/thing" }),
      ...change,
    };
    const editing = openEditing(plan);
    onTestFinished(() => editing.close());
    const kind = () => editing.state.get().phase.kind;
    const type = (text: string) => editing.document.change(text, "text");
    return { editing, requests, saved, kind, type, record: () => record };
  };
  type Opened = ReturnType<typeof open>;

  const settled = () => vi.advanceTimersByTimeAsync(0);
  const never = new Promise<string>(() => {});

  /** Moves a draft "new" to each phase. */
  const ways: Record<PhaseKind | "checking", (change?: Partial<Plan>) => Promise<Opened>> = {
    editing: async (change) => {
      const opened = open(change);
      opened.type("new");
      return opened;
    },
    confirming: async (change) => {
      const opened = open({ asks: () => true, ...change });
      opened.type("new");
      await opened.editing.save();
      return opened;
    },
    reading: async () => save({ reads: [never] }),
    holding: async (change) => save(change, 5_000),
    sending: async (change) => save({ sends: [never], ...change }),
    unread: async () => save({ reads: [refused, "old"] }),
    waiting: async () => {
      const opened = await save({ reads: [unread, "old"] });
      const { phase } = opened.editing.state.get();
      if (phase.kind === "unread") phase.wait?.();
      return opened;
    },
    refused: async () => save({ sends: [refused, "new"] }),
    unknown: async () => save({ sends: [lost, never] }),
    checking: async () => {
      const opened = await ways.unknown();
      void opened.editing.check();
      return opened;
    },
    conflict: async () => save({ reads: ["theirs"] }),
    lost: async () => {
      const opened = await save({ sends: [lost, unknownToGateway, "new"] });
      await opened.editing.check();
      return opened;
    },
  };

  const save = async (given: Given = {}, hold = 0): Promise<Opened> => {
    const opened = open(given);
    opened.type("new");
    void opened.editing.save(hold);
    await settled();
    return opened;
  };

  return {
    open,
    save,
    settled,
    ways,
    reported,
    get key() {
      return key;
    },
  };
};

/** The draft that a test opened. */
export type Opened = ReturnType<ReturnType<typeof setUpEditing>["open"]>;

import { randomUUID } from "node:crypto";
import { bulkResource } from "#contract/bulk-runs.ts";
import { type ChangeRouting, recordChange, untried } from "#gateway/changes/send-change.ts";
import { settleOwnChange } from "#gateway/changes/store.ts";
import type { Verdict } from "#gateway/proxy/check-answer.ts";
import type { Call } from "#gateway/proxy/forward-call.ts";
import { backgroundUrgency, type Urgency } from "#gateway/proxy/queue.ts";
import type { TokenFor } from "#gateway/proxy/tokens.ts";
import { changesNothing } from "#gateway/server/read-request.ts";
import { type Clock, repeat, wait } from "#gateway/server/clock.ts";
import { codeOf, type GatewayDatabase, writeUntilStored } from "#gateway/server/database.ts";
import { describeProblem, type Failure } from "#gateway/server/problems.ts";
import { type BackgroundWork, trackWork } from "#gateway/server/stop.ts";
import { type BulkKind, bulkKinds } from "./bulk-kinds.ts";
import {
  endItem,
  endRun,
  findSentChange,
  type HeldRun,
  type Holder,
  holdRuns,
  type ItemEnd,
  listUnsettled,
  pauseRun,
  pruneBulkRuns,
  releaseRun,
  renewRuns,
  takeItem,
  type WorkItem,
} from "./bulk-store.ts";

/** What happens after an attempt at one item. */
type Step =
  | { readonly kind: "end"; readonly end: ItemEnd; readonly unread?: true }
  /** Nothing was changed, and every further item would fail in the same way: the run is paused. */
  | { readonly kind: "halt"; readonly why: string; readonly end?: ItemEnd }
  /** The rate limit, or the gateway's own queue: nothing was changed, and it is tried again. */
  | { readonly kind: "later"; readonly why: string; readonly ms: number }
  /** The gateway stops, or another one works on the item. */
  | { readonly kind: "leave"; readonly end?: ItemEnd };

export interface BulkRunner extends BackgroundWork {
  /** Looks for runs to work on, because one was started or continued. */
  look(): void;
}

export interface BulkRunnerOptions {
  readonly database: GatewayDatabase;
  readonly upstream: string;
  readonly tokenFor: TokenFor;
  /** How each change is recorded and sent; its forwarder compares versions. */
  readonly sending: Omit<ChangeRouting, "waitMs">;
  readonly leaseMs: number;
  readonly auditDays: number;
  readonly clock: Clock;
  readonly log: (facts: Readonly<Record<string, unknown>>, message: string) => void;
}

const cleanMs = 3_600_000;

/** After so many records in a row that couldn't be read, the API has a problem, not the records. */
const mostUnread = 3;

/** How often a record is tried again after the rate limit, and the longest wait before each. */
const mostLimited = 10;
const longestWaitMs = 30_000;

/** Of the first request after a start: a person asked for it, so it also tries a token that was refused. */
const firstUrgency: Urgency = 3;

const repeatable: ReadonlySet<Failure["kind"]> = new Set(["rate-limited", "queue-full"]);
const leaving: ReadonlySet<Failure["kind"]> = new Set(["stopping", "queue-left"]);
const halting: ReadonlySet<Failure["kind"]> = new Set([
  "token-missing",
  "token-refused",
  "upstream-unreachable",
  "memory-unavailable",
  "memory-full",
]);
const haltingStatuses: ReadonlySet<number> = new Set([401, 501, 503, 504]);

const explain = ({ failure }: Extract<Verdict, { kind: "failure" }>) => {
  const { title, detail, status } = describeProblem(failure, "");
  return { why: detail ?? title, status };
};

/** What a refusal means for the whole run; undefined if it concerns this record only. */
const judge = (verdict: Extract<Verdict, { kind: "failure" }>): Step | undefined => {
  const { kind, retryAfter } = verdict.failure;
  const { why, status } = explain(verdict);
  if (leaving.has(kind)) return { kind: "leave", end: { state: "waiting" } };
  if (repeatable.has(kind) || status === 429)
    return { kind: "later", why, ms: Math.min((retryAfter ?? 1) * 1_000, longestWaitMs) };
  return halting.has(kind) || haltingStatuses.has(status) ? { kind: "halt", why } : undefined;
};

type Kind = BulkKind<unknown, unknown>;

/** A record as it is now, with its version, or why it couldn't be read. */
type Read =
  | { readonly record: unknown; readonly version: string | undefined }
  | Extract<Verdict, { kind: "failure" }>
  | "missing";

/** Works on the runs that people start, with other gateways of the database: each run is leased to one of them. */
export const createBulkRunner = (options: BulkRunnerOptions): BulkRunner => {
  const { database, upstream, tokenFor, sending, leaseMs, auditDays, clock, log } = options;
  const { forwarder } = sending;
  const { redactor } = sending.answering;
  const holder: Holder = { name: randomUUID(), leaseMs };
  const held = new Set<number>();
  const work = trackWork();
  let isStopping = false;

  const createCall = (
    run: HeldRun,
    { operation, path, body }: Pick<Call, "operation" | "path"> & { body?: string | undefined },
    more: Pick<Call, "urgency"> & Partial<Call>,
  ): Call | Extract<Verdict, { kind: "failure" }> => {
    const choice = tokenFor(operation, undefined);
    if ("missing" in choice) {
      const failure: Failure = { kind: "token-missing", tokens: choice.missing };
      const common = { status: undefined, tokenRefused: false, retryAfterMs: undefined };
      return { kind: "failure", failure, ...common };
    }
    const onlyReads = body !== undefined && changesNothing(operation, JSON.parse(body));
    const person = run.person ?? undefined;
    return { operation, path, body, onlyReads, token: choice.token, person, ...more };
  };

  const read = async (run: HeldRun, kind: Kind, id: number, urgency: Urgency): Promise<Read> => {
    let first: Extract<Verdict, { kind: "failure" }> | undefined;
    for (const request of kind.read(id)) {
      const call = createCall(run, request, { urgency, fresh: true });
      if ("kind" in call) return call;
      const { verdict } = await forwarder.send(call).result;
      if (verdict.kind === "success") {
        const record = kind.find(verdict.value);
        return record === undefined ? "missing" : { record, version: verdict.etag };
      }
      first ??= verdict;
      // Another request may be served where this one is not.
      if (![404, 405, 501].includes(explain(verdict).status)) return verdict;
    }
    return first ?? "missing";
  };

  const unsent = (why: string): Step => ({
    kind: "end",
    end: { state: "refused", reason: `The record couldn't be loaded, so nothing was sent. ${why}` },
    unread: true,
  });

  const requestIdOf = (run: HeldRun, { position, attempt }: WorkItem) =>
    `bulk-${run.id}-${position}-${attempt}`;

  /** Records what a check of an unknown change found. */
  const settleChange = async (run: HeldRun, item: WorkItem, made: boolean) => {
    const settling = { made, settledBy: run.person, settledAt: new Date().toISOString() };
    await settleOwnChange(await database.sql(), upstream, requestIdOf(run, item), settling);
  };

  /** Finds the result of a request whose response was lost from the record as it is now. Sends no change. */
  const check = async (run: HeldRun, kind: Kind, item: WorkItem, why: string): Promise<Step> => {
    const found = await read(run, kind, item.recordId, firstUrgency);
    if (found === "missing") return { kind: "end", end: { state: "refused", reason: why } };
    if ("kind" in found) {
      const { why: unread, status } = explain(found);
      if (status === 404) return { kind: "end", end: { state: "refused", reason: unread } };
      const reason = `No response (${why}), and the record can't be loaded now. ${unread}`;
      if (leaving.has(found.failure.kind)) return { kind: "leave" };
      return { kind: "halt", why: reason, end: { state: "unknown", reason } };
    }
    const part = kind.findPart(item.change, found.record);
    if (part === undefined)
      return { kind: "halt", why, end: { state: "unknown", reason: `No response (${why}).` } };
    if (part !== "some") await settleChange(run, item, part === "all");
    if (part === "all")
      return {
        kind: "end",
        end: { state: "done", reason: "The response was lost; a check confirmed the change." },
      };
    return part === "some"
      ? {
          kind: "end",
          end: {
            state: "conflict",
            reason:
              "The response was lost, and the record has only part of the changes. Another person may have changed it. Check the record.",
          },
        }
      : {
          kind: "end",
          end: {
            state: "refused",
            reason: kind.whyNot?.(found.record) ?? `No response (${why}); a check found no change.`,
          },
        };
  };

  const send = async (
    run: HeldRun,
    kind: Kind,
    item: WorkItem,
    request: { body: string | undefined; version: string | undefined; urgency: Urgency },
  ): Promise<Step> => {
    const { body, version: ifMatch, urgency } = request;
    const path = kind.path(item.recordId);
    const call = createCall(
      run,
      { operation: kind.operation, path, body },
      { urgency, ifMatch, requestId: requestIdOf(run, item) },
    );
    if ("kind" in call) return judge(call)!;
    const key = requestIdOf(run, item);
    const sent = await sending.recorder.track(recordChange(call, { requestId: key, key }, sending));
    // Another gateway has sent it: the next one to look at the run finds its result.
    if (sent.kind === "earlier") return { kind: "leave" };
    if (sent.kind === "unavailable")
      return { kind: "halt", why: describeProblem(sent.failure, "").title };
    const { verdict } = sent.outcome;
    if (verdict.kind === "success") {
      const record = kind.find(verdict.value);
      const part = record === undefined ? undefined : kind.findPart(item.change, record);
      const reason = "The API accepted the request, but the record doesn't have all the changes.";
      return {
        kind: "end",
        end:
          part === undefined || part === "all" ? { state: "done" } : { state: "refused", reason },
      };
    }
    const { why, status } = explain(verdict);
    if (describeProblem(verdict.failure, "").outcome !== "refused")
      return check(run, kind, item, why);
    if (status === 412) {
      const reason =
        "Another person changed this record right before the save. Nothing was changed.";
      return { kind: "end", end: { state: "conflict", reason } };
    }
    // A second acknowledgement gets a 400 (neighbours): the order has the status.
    if (kind.plan === undefined && status === 400 && /\balready\b/i.test(why))
      return { kind: "end", end: { state: "done", reason: "It was so already." } };
    return judge(verdict) ?? { kind: "end", end: { state: "refused", reason: why } };
  };

  const changeItem = async (run: HeldRun, item: WorkItem, urgency: Urgency): Promise<Step> => {
    const kind = bulkKinds[run.operation];
    const { change, recordId } = item;
    if (kind.plan === undefined)
      return send(run, kind, item, { body: undefined, version: undefined, urgency });
    const found = await read(run, kind, recordId, urgency);
    if (found === "missing") return unsent("The API doesn't have it.");
    if ("kind" in found) return judge(found) ?? unsent(explain(found).why);
    const planned = kind.plan(change, found.record);
    return "body" in planned
      ? send(run, kind, item, { body: planned.body, version: found.version, urgency })
      : { kind: "end", end: planned };
  };

  const store = async (run: HeldRun, item: WorkItem, { state, reason }: ItemEnd): Promise<void> => {
    const end = { state, reason: reason == null ? null : redactor.text(reason) };
    await writeUntilStored({
      write: async () => {
        await endItem(await database.sql(), run.id, item, end);
        return true;
      },
      onFailure: (error) =>
        log({ code: codeOf(error), run: run.id }, "could not record a run's result; retrying"),
      isStopping: () => isStopping,
    });
  };

  const pause = async (run: HeldRun, why: string) =>
    pauseRun(await database.sql(), run.id, redactor.text(why), holder);

  /** Finds the result of a request that an earlier attempt sent. */
  const settle = async (run: HeldRun, item: WorkItem): Promise<Step> => {
    const kind = bulkKinds[run.operation];
    const sql = await database.sql();
    const resource = bulkResource(run.operation);
    const sent = await findSentChange(sql, upstream, resource, item, requestIdOf(run, item));
    const ended = (end: ItemEnd): Step => ({ kind: "end", end });
    const why = sent?.reason ?? "The gateway stopped.";
    // It is recorded before it is sent.
    if (sent === undefined && item.state === "sending") return ended({ state: "waiting" });
    if (sent?.state === "pending") return { kind: "leave" };
    if (sent?.state === "done") return ended({ state: "done" });
    if (sent?.state === "refused")
      return untried.has(sent.status)
        ? ended({ state: "waiting" })
        : ended({ state: "refused", reason: why });
    if (sent?.state === "settled")
      return ended(
        sent.made
          ? { state: "done", reason: "An administrator settled it under Activity." }
          : { state: "refused", reason: "An administrator found it unchanged, under Activity." },
      );
    return check(run, kind, item, why);
  };

  /** Finds out the results that are not known; false if that is not possible now. */
  const settleLeft = async (run: HeldRun): Promise<boolean> => {
    for (const item of await listUnsettled(await database.sql(), run.id)) {
      const step = await settle(run, item);
      if (step.kind === "later" || step.kind === "leave") return false;
      if (step.end !== undefined) await store(run, item, step.end);
      if (step.kind === "halt") {
        await pause(run, step.why);
        return true;
      }
    }
    return true;
  };

  /** Sends one item after the other while the run is running; false to leave it as it is. */
  const sendAll = async (run: HeldRun): Promise<boolean> => {
    let urgency: Urgency = firstUrgency;
    let unread = 0;
    let limited = 0;
    for (;;) {
      if (isStopping) return false;
      const item = await takeItem(await database.sql(), run.id, holder);
      if (item === undefined) return true;
      const step = await changeItem(run, item, urgency);
      urgency = backgroundUrgency;
      if (step.kind === "leave") {
        if (step.end !== undefined) await store(run, item, step.end);
        return false;
      }
      await store(run, item, ("end" in step && step.end) || { state: "waiting" });
      unread = step.kind === "end" && step.unread ? unread + 1 : 0;
      limited = step.kind === "later" ? limited + 1 : 0;
      if (step.kind === "halt" || (step.kind === "later" && limited > mostLimited))
        await pause(run, step.why);
      else if (step.kind === "later") await wait(clock, step.ms);
      else if (unread >= mostUnread) await pause(run, step.end.reason ?? "");
    }
  };

  const workOn = async (run: HeldRun): Promise<void> => {
    let goesOn: boolean;
    do {
      goesOn = (await settleLeft(run)) && (await sendAll(run));
      const sql = await database.sql();
      await endRun(sql, run.id, holder);
      if (await releaseRun(sql, run.id, holder, !goesOn)) return;
    } while (goesOn);
  };

  const hold = async (): Promise<void> => {
    if (isStopping) return;
    for (const run of await holdRuns(await database.sql(), upstream, holder)) {
      if (held.has(run.id)) continue;
      held.add(run.id);
      const working = workOn(run)
        .catch((error: unknown) =>
          log({ code: codeOf(error), run: run.id }, "could not work on a bulk run; retrying"),
        )
        .finally(() => held.delete(run.id));
      void work.add(working);
    }
  };
  const look = (): void => void work.add(hold().catch(() => undefined));
  const clean = async (): Promise<void> => {
    if (auditDays > 0) await pruneBulkRuns(await database.sql(), auditDays);
  };
  const stops = [
    repeat(clock, leaseMs / 4, async () => {
      if (held.size > 0) await renewRuns(await database.sql(), [...held], holder);
    }),
    repeat(clock, leaseMs / 2, async () => look()),
    repeat(clock, cleanMs, clean),
  ];
  look();

  return {
    look,
    stopping: () => {
      isStopping = true;
    },
    idle: work.idle,
    close: () => {
      for (const stop of stops) stop();
    },
  };
};

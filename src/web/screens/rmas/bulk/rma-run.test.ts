import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  computeCreditTotals,
  type Rma,
  type RmaItem,
  computeRmaStatus,
  whyOverdecided,
} from "#contract/rmas.ts";
import { ApiError } from "#web/base/api-error.ts";
import { hasFailed, type RunLine } from "#web/records/runs/run-line.ts";
import { runLines } from "#web/records/runs/run-lines.ts";
import { waitingRma } from "#web/testing/rma.ts";
import { type PlannedRma, previewChange, runRecords } from "./rma-change.ts";
import type { RmaChange } from "./rma-change.ts";
import { createRmaKind } from "./rma-change.ts";

type Line = RunLine<PlannedRma, Parameters<RmaRunKind["send"]>[2]>;
type RmaRunKind = ReturnType<typeof createRmaKind>;

const item = (given: Partial<RmaItem> = {}): RmaItem => ({
  id: 11,
  quantity: 3,
  title: "Tent",
  bundleComponents: [],
  ...given,
});
const approve: RmaChange = { action: "approve", text: "", only: "" };
const before = waitingRma([item()]);

const plannedFor = (change: RmaChange, rma: Rma): Line => {
  const { open, closing } = previewChange(change, [rma]);
  const [record] = runRecords([...open, ...closing]);
  return { ...record!, state: { kind: "waiting" } };
};

const unused = () => Promise.reject(new Error("not expected"));
const { prepare, afterLoss, afterResponse } = createRmaKind({ read: unused, send: unused });

describe("an RMA is compared with its preview right before it is sent", () => {
  const note: RmaChange = { action: "note", text: "Seen", only: "" };
  test.each<[string, RmaChange, Rma, object]>([
    ["unchanged", approve, before, { kind: "ready", sent: [{ id: 11, approvedQuantity: 3 }] }],
    [
      "approved by another person",
      approve,
      waitingRma([item({ approvedQuantity: 3 })], { rmaStatus: "Approved" }),
      { kind: "already" },
    ],
    [
      "denied by another person",
      approve,
      waitingRma([item({ deniedQuantity: 3 })], { rmaStatus: "Denied" }),
      {
        kind: "skipped",
        why: "This RMA is Denied. Units can be approved or denied only while it is Waiting or Partially Approved.",
      },
    ],
    [
      "one unit denied by another person",
      approve,
      waitingRma([item({ deniedQuantity: 1 })], { rmaStatus: "Partially Approved" }),
      {
        kind: "skipped",
        why: "Changed since the preview: Status Waiting → Partially Approved; Tent: Denied 0 → 1.",
      },
    ],
    [
      "a new line",
      approve,
      waitingRma([item(), item({ id: 12, title: "Stove" })]),
      { kind: "skipped", why: "Changed since the preview: Stove – → a line of this RMA." },
    ],
    [
      "a note that this change doesn't concern",
      approve,
      waitingRma([item({ note: "Call back" })]),
      { kind: "ready", sent: [{ id: 11, approvedQuantity: 3 }] },
    ],
    [
      "a note that would be replaced",
      note,
      waitingRma([item({ note: "Call back" })]),
      { kind: "skipped", why: "Changed since the preview: Tent: Note – → Call back." },
    ],
    [
      "closed by another person, which a note doesn't concern",
      note,
      waitingRma([item({ approvedQuantity: 3 })], { rmaStatus: "Approved" }),
      { kind: "ready", sent: [{ id: 11, note: "Seen" }] },
    ],
  ])("%s", async (_, change, now, expected) => {
    expect(await prepare(change, plannedFor(change, before), async () => now)).toMatchObject(
      expected,
    );
  });
});

test.each<[string, Partial<RmaItem>, string, string]>([
  ["all of the change", { approvedQuantity: 3, creditedAmount: 9 }, "found", "done"],
  ["none of it", {}, "unmoved", "refused"],
  ["part of it", { approvedQuantity: 3 }, "skipped", "refused"],
])("an RMA with %s after a request", (_, given, lost, answered) => {
  const sent = [{ id: 11, approvedQuantity: 3, creditedAmount: 9 }];
  const now = waitingRma([item(given)]);
  expect(afterLoss(approve, now, sent, "No answer.").kind).toBe(lost);
  expect(afterResponse(approve, now, sent).kind).toBe(answered);
});

/** The response to one request for an RMA. */
const faults = [
  "none",
  "lost answer",
  "never arrived",
  "limited",
  "refused",
  "broken read",
] as const;

interface Event {
  readonly fault: (typeof faults)[number];
  /** Another person denies a unit before this RMA is read. */
  readonly decided: boolean;
}

/** An upstream of RMAs that are changed as the API does it, with one fault for each RMA. */
const startUpstream = (events: readonly Event[]) => {
  const records = new Map(events.map((_, id) => [id + 1, waitingRma([item()], { id: id + 1 })]));
  const executed: number[] = [];
  const left = new Map(events.map(({ fault }, id) => [id + 1, fault]));
  const others = new Set(events.flatMap(({ decided }, id) => (decided ? [id + 1] : [])));
  const take = (id: number, ...kinds: Event["fault"][]) => {
    const fault = left.get(id);
    if (fault === undefined || !kinds.includes(fault)) return undefined;
    left.delete(id);
    return fault;
  };
  const write = (id: number, given: Partial<RmaItem>) => {
    const items = [{ ...records.get(id)!.items[0]!, ...given }];
    records.set(id, {
      ...records.get(id)!,
      items,
      rmaStatus: computeRmaStatus(items),
      ...computeCreditTotals(items, 0),
    });
  };
  const kind = createRmaKind({
    read: async (id) => {
      if (take(id, "broken read"))
        throw new ApiError("Broken.", { status: 500, outcome: "refused" });
      if (others.delete(id)) write(id, { deniedQuantity: 1 });
      return records.get(id)!;
    },
    send: async (id, _, sent) => {
      const fault = take(id, "lost answer", "never arrived", "limited", "refused");
      if (fault === "limited") throw new ApiError("Later.", { status: 429, outcome: "refused" });
      if (fault === "refused") throw new ApiError("No.", { status: 400, outcome: "refused" });
      if (fault === "never arrived")
        throw new ApiError("No answer.", { status: 504, outcome: "unknown" });
      executed.push(id);
      write(id, sent[0]! as Partial<RmaItem>);
      if (fault === "lost answer")
        throw new ApiError("No answer.", { status: 504, outcome: "unknown" });
      return records.get(id)!;
    },
  });
  return { kind, records, executed };
};

test("no RMA is changed twice and every result is true, whatever fails, pauses, crashes and is tried again", async () => {
  const event = fc.record({ fault: fc.constantFrom(...faults), decided: fc.boolean() });
  const stop = fc.record({ at: fc.nat({ max: 30 }), crash: fc.boolean(), retry: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 8 }),
      fc.array(stop, { maxLength: 4 }),
      async (events, stops) => {
        const { kind, records, executed } = startUpstream(events);
        let lines: readonly Line[] = [...records.values()].map((rma) => plannedFor(approve, rma));
        for (const { at, crash, retry } of [...stops, { at: 999, crash: false, retry: true }]) {
          let steps = 0;
          const kept = new Map(lines.map((line) => [line.id, line]));
          await runLines({
            kind,
            change: approve,
            lines,
            paused: () => !crash && steps > at,
            keep: async (line) => {
              steps += 1;
              if (crash && steps > at) throw new Error("the page crashed");
              kept.set(line.id, line);
            },
          });
          lines = [...kept.values()];
          if (retry)
            lines = lines.map((line) =>
              hasFailed(line) ? { ...line, state: { kind: "waiting" } } : line,
            );
        }
        // The last pass left only what was just queued again.
        expect(new Set(executed).size).toBe(executed.length);
        for (const { id, state } of lines) {
          const has = records.get(id)!.items[0]!.approvedQuantity === 3;
          const good = ["done", "already", "found"].includes(state.kind);
          expect(has, `${id} ${state.kind}`).toBe(good);
          expect(executed.includes(id)).toBe(good);
          // Another person's decision is never overwritten.
          expect(whyOverdecided(records.get(id)!.items[0]!)).toBeUndefined();
        }
      },
    ),
    { numRuns: 200 },
  );
});

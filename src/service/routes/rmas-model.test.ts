import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RmaItemUpdate } from "#contract/rmas.ts";
import { insertReturns } from "#service/store/returns.ts";
import { insertRmas } from "#service/store/rmas.ts";
import { returnModel, rma, rmaItem } from "#service/test-records.ts";
import { startTestService, type TestAnswer, type TestService } from "#service/test-service.ts";

/*
 * The API's words about RMA lines (api 3, 4.4, neighbours) said a second time, as a model of plain numbers that shares
 * no code with the service, and both driven through the same random requests.
 */
interface Line {
  quantity: number;
  approved: number;
  denied: number;
  everDecided: boolean;
}
type Lines = [Line, Line];
type Change = { line: 0 | 1; quantity?: number; approved?: number; denied?: number };

const statusOf = (lines: Lines): string => {
  const total = (field: "quantity" | "approved" | "denied") => lines[0][field] + lines[1][field];
  if (total("approved") === 0 && total("denied") === 0) return "Waiting";
  if (total("approved") === total("quantity")) return "Approved";
  return total("denied") === total("quantity") ? "Denied" : "Partially Approved";
};

const canTake = (line: Line, { quantity, approved, denied }: Change, isOpen: boolean): boolean => {
  const after = {
    quantity: quantity ?? line.quantity,
    approved: approved ?? line.approved,
    denied: denied ?? line.denied,
  };
  const decides = after.approved !== line.approved || after.denied !== line.denied;
  const resizes = after.quantity !== line.quantity;
  const decided = line.everDecided || line.approved + line.denied > 0;
  return (
    !(decides && !isOpen) &&
    !(resizes && decided) &&
    !((decides || resizes) && after.approved + after.denied > after.quantity)
  );
};

const take = (line: Line, { quantity, approved, denied }: Change): Line => {
  const after = {
    quantity: quantity ?? line.quantity,
    approved: approved ?? line.approved,
    denied: denied ?? line.denied,
  };
  const decides = after.approved !== line.approved || after.denied !== line.denied;
  return { ...after, everDecided: line.everDecided || decides };
};

/** The lines after a request; undefined when it must be refused. */
const expected = (lines: Lines, changes: readonly Change[]): Lines | undefined => {
  const isOpen = ["Waiting", "Partially Approved"].includes(statusOf(lines));
  const isTwice = changes.length === 2 && changes[0]?.line === changes[1]?.line;
  if (isTwice || changes.some((change) => !canTake(lines[change.line], change, isOpen)))
    return undefined;
  const after: Lines = [...lines];
  for (const change of changes) after[change.line] = take(lines[change.line], change);
  return after;
};

const small = fc.integer({ min: 0, max: 4 });
const change: fc.Arbitrary<Change> = fc.record(
  { line: fc.constantFrom(0, 1), quantity: small, approved: small, denied: small },
  { requiredKeys: ["line"] },
);
const requests = fc.array(fc.array(change, { maxLength: 2 }), { minLength: 1, maxLength: 8 });

/** Ways to both closed statuses, which random requests seldom find, and on from there. */
const examples: [Change[][]][] = (["approved", "denied"] as const).map((field) => [
  [
    [{ line: 0, [field]: 3 }],
    [{ line: 1, [field]: 2 }],
    [{ line: 0, [field]: 1 }],
    [{ line: 1, quantity: 4 }],
    [{ line: 0, [field]: 3 }],
  ],
]);

let service: TestService;
let nextId = 1;

beforeAll(async () => {
  service = await startTestService();
  await insertReturns(service.sql, [returnModel(1)]);
});
afterAll(() => service.close());

const send = (id: number, changes: readonly Change[]): Promise<TestAnswer> => {
  const body: RmaItemUpdate[] = changes.map(({ line, quantity, approved, denied }) => ({
    id: id * 10 + line,
    quantity,
    approvedQuantity: approved,
    deniedQuantity: denied,
  }));
  return service.call(`/rmas/${id}/items`, { method: "PATCH", body });
};

const seen = (lines: Lines) => ({
  rmaStatus: statusOf(lines),
  items: lines.map(({ quantity, approved, denied }) => ({
    quantity,
    approvedQuantity: approved,
    deniedQuantity: denied,
  })),
});

describe("fault 42: RMA decisions", () => {
  test("follow the model through every sequence of requests", async () => {
    const statuses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests, async (sequence) => {
        const id = nextId++;
        await insertRmas(service.sql, [
          rma(id, { items: [rmaItem(id * 10, 3), rmaItem(id * 10 + 1, 2)] }),
        ]);
        let lines: Lines = [
          { quantity: 3, approved: 0, denied: 0, everDecided: false },
          { quantity: 2, approved: 0, denied: 0, everDecided: false },
        ];
        for (const changes of sequence) {
          const after = expected(lines, changes);
          const answer = await send(id, changes);
          expect(answer.status).toBe(after === undefined ? 400 : 200);
          lines = after ?? lines;
          const kept = after === undefined ? await service.call(`/rma/${id}`) : answer;
          expect(kept.json).toMatchObject(seen(lines));
        }
        statuses.add(statusOf(lines));
      }),
      { numRuns: 200, examples },
    );
    // The requests were of a kind that reaches every status.
    expect([...statuses].toSorted()).toEqual([
      "Approved",
      "Denied",
      "Partially Approved",
      "Waiting",
    ]);
  }, 60_000);
});

import { beforeEach, expect, test, vi } from "vitest";
import { PurchaseOrder } from "#contract/purchase-orders.ts";
import { readAnswer } from "#contract/read.ts";
import type * as orders from "#web/api/purchase-orders.ts";
import { changeOrderStatus, readPurchaseOrder } from "#web/api/purchase-orders.ts";
import { ApiError } from "#web/base/api-error.ts";
import { changeOrder } from "./order-change.ts";

vi.mock("#web/api/purchase-orders.ts", async (original) => ({
  ...(await original<typeof orders>()),
  changeOrderStatus: { acknowledge: vi.fn<() => Promise<void>>() },
  readPurchaseOrder: vi.fn<() => Promise<void>>(),
}));

beforeEach(() => vi.resetAllMocks());

const answerIn = (handle: string) => ({
  value: readAnswer(PurchaseOrder, { id: 1, purchaseOrderStatus: { handle } }).value,
  problems: [],
  total: undefined,
});

const lost = (status = 504) => new ApiError("No answer in time.", { status, outcome: "unknown" });
const refused = (status: number, message: string, kind?: string) =>
  new ApiError(message, { status, outcome: "refused", kind });

const give = <T>(mock: (...given: never[]) => Promise<T>, result: T | Error) =>
  result instanceof Error
    ? vi.mocked(mock).mockRejectedValue(result)
    : vi.mocked(mock).mockResolvedValue(result as never);

test.each<[string | ApiError, string | ApiError | undefined, string]>([
  ["acknowledged", undefined, "done"],
  ["processing", undefined, "refused"],
  [refused(400, "This order is already acknowledged."), undefined, "already"],
  [refused(400, "This order is Canceled."), undefined, "refused"],
  [refused(404, "Not found."), undefined, "refused"],
  [lost(), "acknowledged", "found"],
  [lost(), "processing", "unmoved"],
  [lost(), "canceled", "refused"],
  [lost(0), lost(0), "unknown"],
  [lost(), refused(404, "Not found."), "refused"],
  [refused(401, "The token is not accepted.", "token-refused"), undefined, "refused"],
  [refused(401, "Signed out.", "signed-out"), undefined, "held"],
  [refused(429, "Too many requests."), undefined, "held"],
  [refused(503, "The queue is full."), undefined, "held"],
  [refused(403, "Your role can't.", "role-too-low"), undefined, "held"],
])("%s, then read as %s: %s; sent once", async (sent, found, kind) => {
  give(changeOrderStatus.acknowledge, typeof sent === "string" ? answerIn(sent) : sent);
  if (found !== undefined)
    give(readPurchaseOrder, typeof found === "string" ? answerIn(found) : found);
  expect((await changeOrder("acknowledge", 1)).kind).toBe(kind);
  expect(changeOrderStatus.acknowledge).toHaveBeenCalledOnce();
});

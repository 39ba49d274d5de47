// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma, rmaDetail } from "#web/api/rmas.ts";
import { getDesk } from "./decision-desks.ts";
import { waitingRma } from "#web/testing/rma.ts";

const rma = { ...waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }]), id: 41 };

beforeEach(() => cacheRma(41, { value: rma, problems: [], total: undefined }));
afterEach(() => {
  queryClient.clear();
  localStorage.clear();
});

test("a decision keeps its RMA when the cache has dropped it, and takes a newer one", () => {
  const desk = getDesk(41);
  expect(desk.record()).toEqual(rma);
  queryClient.removeQueries({ queryKey: rmaDetail(41).queryKey });
  expect(desk.record()).toEqual(rma);
  const newer = { ...rma, rmaStatus: "Approved" };
  cacheRma(41, { value: newer, problems: [], total: undefined });
  expect(desk.record()).toEqual(newer);
});

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma } from "#web/api/rmas.ts";
import { openTestApp } from "#web/ui/test-app.tsx";
import { namedUpstream } from "#web/ui/upstream-key.ts";
import { getDesk } from "#web/rmas/decision-desks.ts";
import { waitingRma } from "#web/rmas/test-rma.ts";
import { QueueRow } from "./queue-row.tsx";

const ignore = () => undefined;

const connectTo = (baseUrl: string) =>
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded: false } as never);

/** Shows an RMA of the queue, and types into it. Returns its mark, or the number of its units. */
const showTyped = async (id: number) => {
  const rma = waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }], { id });
  cacheRma(id, { value: rma, problems: [], total: undefined });
  const row = { id, current: false, selected: false, sourceName: () => "Shop" };
  openTestApp({ "/": () => <QueueRow {...row} onOpen={ignore} onSelect={ignore} /> });
  const mark = () =>
    document.querySelector(".queue-row__mark, .queue-row__units")?.textContent ?? "";
  await expect.poll(mark).toBe("3 units");
  getDesk(id).type(rma.items[0]!, "note", "Typed");
  await expect.poll(mark).toBe("Unsaved");
  return mark;
};

beforeEach(() => {
  localStorage.clear();
  namedUpstream.set(undefined);
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => vi.unstubAllGlobals());

test("the mark of what was typed on an assumed upstream stays, on the one that is named", async () => {
  localStorage.setItem("supercargo.upstream", "https://one.example");
  const mark = await showTyped(71);
  connectTo("https://two.example");
  await expect.poll(() => Object.keys(localStorage).join()).toContain("rma.71 https://two.example");
  expect(mark()).toBe("Unsaved");
  getDesk(71).discard();
  await expect.poll(mark).toBe("3 units");
});

test("the mark follows a gateway that names another upstream", async () => {
  connectTo("https://one.example");
  const mark = await showTyped(72);
  connectTo("https://two.example");
  await expect.poll(mark).toBe("3 units");
  connectTo("https://one.example");
  await expect.poll(mark).toBe("Unsaved");
});

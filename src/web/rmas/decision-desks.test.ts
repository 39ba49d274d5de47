// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { cacheRma, rmaDetail } from "#web/api/rmas.ts";
import { readDraft, writeDraft } from "#web/ui/draft.ts";
import { namedUpstream } from "#web/ui/upstream-key.ts";
import { typeDecision } from "./credit.ts";
import { deskChanges, getDesk } from "./decision-desks.ts";
import { typeField } from "./draft-changes.ts";
import { waitingRma } from "./test-rma.ts";

const rma = { ...waitingRma([{ id: 7, quantity: 3, bundleComponents: [] }]), id: 41 };

/** The gateway names an upstream that has the RMA. */
const connectTo = (baseUrl: string) => {
  queryClient.setQueryData(connection().queryKey, { baseUrl, embedded: false } as never);
  cacheRma(41, { value: rma, problems: [], total: undefined });
};

beforeEach(() => connectTo("https://one.example"));
afterEach(() => {
  queryClient.clear();
  localStorage.clear();
  namedUpstream.set(undefined);
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

test("a decision on an RMA isn't that on the RMA with the same ID on another upstream", () => {
  const desk = getDesk(41);
  desk.change(typeDecision(desk.unsent.get().draft, rma.items![0]!, "approvedQuantity", "2"));
  const { draft } = desk.unsent.get();
  expect(draft).not.toEqual({});
  connectTo("https://two.example");
  expect(getDesk(41).unsent.get().draft).toEqual({});
  connectTo("https://one.example");
  expect(getDesk(41).unsent.get().draft).toEqual(draft);
});

test.each([
  ["takes over a draft of an earlier version once the upstream is named", 51, false],
  ["that was begun before the upstream was named stays", 52, true],
])("a decision %s", (_, id, isBegun) => {
  namedUpstream.set(undefined);
  const earlier = typeDecision({}, rma.items[0]!, "deniedQuantity", "1");
  writeDraft(`rma.${id}`, earlier);
  const desk = getDesk(id);
  expect(desk.unsent.get().draft).toEqual({});
  const begun = typeDecision({}, rma.items[0]!, "approvedQuantity", "2");
  if (isBegun) desk.change(begun);
  connectTo("https://one.example");
  expect(getDesk(id)).toBe(desk);
  expect(desk.unsent.get().draft).toEqual(isBegun ? begun : earlier);
});

const [line] = rma.items;

/** Opens desks of RMAs while the gateway, which named the upstream "one" last, has not named any. */
const openOnAssumed = (...ids: number[]) => {
  namedUpstream.set(undefined);
  localStorage.setItem("supercargo.upstream", "https://one.example");
  for (const id of ids) cacheRma(id, { value: { ...rma, id }, problems: [], total: undefined });
  return ids.map((id) => getDesk(id));
};

test("a decision that was typed on an assumed upstream becomes that of the one that is named", () => {
  const [one, two] = ["rma.55 https://one.example", "rma.55 https://two.example"];
  const onOne = typeField({}, line!, "returnReason", "Stored for one");
  writeDraft(one, onOne, "browser", 1);
  writeDraft(two, typeField({}, line!, "returnCondition", "Stored for two"));
  const [desk] = openOnAssumed(55);
  expect(desk!.unsent.get().draft).toEqual(onOne);
  desk!.type(line!, "note", "Typed");
  connectTo("https://two.example");
  expect(getDesk(55)).toBe(desk);
  const texts = () =>
    Object.entries(desk!.unsent.get().draft[7] ?? {}).map(([field, one]) => [field, one?.text]);
  const stored = ["returnCondition", "Stored for two"];
  expect(texts()).toEqual([stored, ["note", "Typed"]]);
  expect(readDraft(two)?.value).toEqual(desk!.unsent.get().draft);
  expect(readDraft(one)).toEqual({ value: onOne, savedAt: 1 });
  desk!.undo();
  expect(texts()).toEqual([stored]);
});

test("all decisions are those of the named upstream before a list hears of a change of one", () => {
  const [first, second] = openOnAssumed(56, 57);
  first!.type(line!, "note", "Typed");
  const found: unknown[] = [];
  const stop = deskChanges.subscribe(() => found.push(getDesk(57) === second));
  connectTo("https://two.example");
  stop();
  expect(new Set(found)).toEqual(new Set([true]));
  expect(readDraft("rma.56 https://one.example")).toBeUndefined();
});

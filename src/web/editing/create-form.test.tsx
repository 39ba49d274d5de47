// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "#web/base/api-error.ts";
import type { Sending } from "#web/api/call.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { CreateBar } from "./form-bars.tsx";
import { TextField } from "./form-fields.tsx";
import { openTestApp, pressButton as press } from "#web/testing/app.tsx";
import { type Made, useCreateForm } from "./create-form.ts";

/** The keys of the requests, and the function that answers the last one. */
const keys: (string | undefined)[] = [];
let respond = (_result: Made | ApiError): void => undefined;
let listed: Made[] = [];
/** How the list of records is loaded. */
let listing: () => Promise<Made[]>;

/** The form of each test is another one: what a left form sends outlives its page here. */
let formKey: string;
let draftKey: string;
let tests = 0;

beforeEach(() => {
  tests += 1;
  formKey = `created-thing.${tests}`;
  draftKey = `supercargo.draft.${formKey} embedded`;
  queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
  keys.length = 0;
  listed = [];
  listing = async () => listed;
});
afterEach(() => localStorage.clear());

const lost = new ApiError("no answer", { status: 504, outcome: "unknown" });
const refused = new ApiError("Not wanted", { status: 400, outcome: "refused" });

const schema = z.object({
  name: z.string().check(z.refine((name) => name !== "", "Enter a name")),
});

const make = (_: unknown, sending: Sending) => {
  keys.push(sending["Idempotency-Key"]);
  return new Promise<Made>((resolve, reject) => {
    respond = (result) => (result instanceof ApiError ? reject(result) : resolve(result));
  });
};

const NewThing = () => {
  const form = useCreateForm<"name", Made>({
    kind: "returns",
    key: formKey,
    permission: { role: "viewer" },
    blank: { name: "" },
    schema,
    fieldOf: () => undefined,
    creating: {
      make,
      list: async () => ({ value: await listing() }),
      known: () => [],
      equals: (record, { name }) => record.name === name,
      take: (record) => record,
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextField {...form.register("name")} label="Name" />
      <CreateBar noun="thing" form={form} />
    </form>
  );
};

/** Loads the page of the form. */
const loadPage = () =>
  openTestApp(
    {
      "/new": NewThing,
      "/returns": () => <h1>All things</h1>,
      "/returns/$id": () => <h1>One thing</h1>,
    },
    "/new",
  );

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const nameField = () => document.querySelector<HTMLInputElement>("input")!;

/** Stores what a page keeps. */
const store = (draft: object, sent?: object) =>
  localStorage.setItem(draftKey, JSON.stringify({ v: 2, draft, sent, at: 0 }));
/** Another tab stores something, or deletes it. */
const storeElsewhere = (draft?: object, sent?: object) => {
  if (draft) store(draft, sent);
  else localStorage.removeItem(draftKey);
  dispatchEvent(new StorageEvent("storage", { key: draftKey }));
};
const seen = () => document.body.textContent;

/** Opens the form with the draft “Colors”, and presses the button that creates. */
const create = async () => {
  store({ name: "Colors" });
  const page = loadPage();
  await press("Create thing");
  await expect.poll(() => keys.length).toBe(1);
  return page;
};

test("the form is locked while its record is created, and shows the refusal", async () => {
  await create();
  await expect.poll(() => button("Creating…")).toBeTruthy();
  expect([button("Discard")?.getAttribute("aria-disabled"), nameField().readOnly]).toEqual([
    "true",
    true,
  ]);
  respond(refused);
  await expect.poll(seen).toContain("Nothing was created.");
  expect([button("Discard")?.getAttribute("aria-disabled"), nameField().readOnly]).toEqual([
    "false",
    false,
  ]);
});

const gatewayKnowsNothing = new ApiError("no", {
  status: 409,
  outcome: "unknown",
  kind: "outcome-unknown",
});

test("a lost response isn't forgotten when the form is left, and the record is found", async () => {
  const { open, address } = await create();
  respond(lost);
  await expect.poll(seen).toContain("Save status unknown");
  button("Create thing")?.click();
  await press("Cancel");
  await expect.poll(seen).toContain("All things");
  open("/new");
  await expect.poll(seen).toContain("Save status unknown");
  expect([nameField().value, nameField().readOnly]).toEqual(["Colors", true]);
  listed = [{ id: 7, name: "Colors" }];
  await press("Check status");
  await expect.poll(() => keys).toHaveLength(2);
  respond(gatewayKnowsNothing);
  await expect.poll(address).toBe("/returns/7");
  expect(keys[1]).toBe(keys[0]);
  expect(localStorage.getItem(draftKey)).toBeNull();
});

/** A request that was sent, by default an hour ago. */
const sent = (at = Date.now() - 3_600_000) => ({
  key: "k-1",
  request: { texts: { name: "Colors" }, known: [] },
  draft: { name: "Colors" },
  at,
});

test("a page that was closed before the answer came asks for it with the same key", async () => {
  store({ name: "Colors" }, sent());
  const { address } = loadPage();
  await expect.poll(seen).toContain("the page was closed first");
  expect(nameField().value).toBe("Colors");
  await press("Check status");
  await expect.poll(() => keys).toEqual(["k-1"]);
  respond({ id: 8, name: "Colors" });
  await expect.poll(address).toBe("/returns/8");
});

test("a record that isn't in the list can be created again", async () => {
  store({ name: "Colors" }, sent());
  loadPage();
  await press("Check status");
  await expect.poll(() => keys).toHaveLength(1);
  respond(gatewayKnowsNothing);
  await expect.poll(seen).toContain("The list doesn't contain this thing.");
  await press("Create thing");
  await expect.poll(() => keys).toHaveLength(2);
  expect(keys[1]).not.toBe("k-1");
});

test("a request of another tab locks the form until its result is known", async () => {
  loadPage();
  await expect.poll(nameField).toBeTruthy();
  storeElsewhere({ name: "Colors" }, sent(Date.now()));
  await expect.poll(() => button("Creating…")).toBeTruthy();
  expect([nameField().value, nameField().readOnly]).toEqual(["Colors", true]);
  storeElsewhere();
  await expect.poll(() => [nameField().value, nameField().readOnly]).toEqual(["", false]);
});

test("a record whose form was left meanwhile is announced, and opened on a click", async () => {
  const { open, address } = await create();
  // Without a question: the request is stored, and goes on.
  open("/returns");
  await expect.poll(seen).toContain("All things");
  respond({ id: 9, name: "Colors" });
  await expect.poll(seen).toContain("Colors created");
  expect(address()).toBe("/returns");
  await press("Open");
  await expect.poll(address).toBe("/returns/9");
});

/** Leaves the form while its record is created. */
const createAndLeave = async () => {
  document.title = "New thing · Supercargo";
  const app = await create();
  app.open("/returns");
  await expect.poll(seen).toContain("All things");
  return app;
};

const kept = "New thing wasn't created. Your entries are kept.";

const unsent = new ApiError("offline", { status: 0, outcome: "refused" });

test.each([
  ["refused", refused],
  ["not sent", unsent],
])(
  "a request that is %s after the form was left is announced, and leads back to the entries",
  async (_, error) => {
    const { address } = await createAndLeave();
    respond(error);
    await expect.poll(seen).toContain(kept);
    expect(address()).toBe("/returns");
    await press("Open");
    await expect.poll(address).toBe("/new");
    await expect.poll(() => nameField()?.value).toBe("Colors");
  },
);

test("a refusal that arrives after the form was opened again is shown in the form only", async () => {
  const { open } = await createAndLeave();
  open("/new");
  await expect.poll(() => button("Creating…")).toBeTruthy();
  respond(refused);
  await expect.poll(seen).toContain("Nothing was created. Your entries are still here.");
  await vi.dynamicImportSettled();
  expect(seen()).not.toContain(kept);
});

test("a lost response after the form was left is announced, and leads back to the check", async () => {
  const { address } = await createAndLeave();
  respond(lost);
  await expect.poll(seen).toContain("New thing may have been created. Open the form and check.");
  await press("Open");
  await expect.poll(address).toBe("/new");
  await expect.poll(seen).toContain("Save status unknown");
});

/** Leaves the form while the status of its lost request is checked. Returns what ends the check. */
const checkAndLeave = async () => {
  document.title = "New thing · Supercargo";
  let find = (_records: Made[]) => {};
  listing = () => new Promise((resolve) => (find = resolve));
  store({ name: "Colors" }, sent());
  const { open } = loadPage();
  await press("Check status");
  await expect.poll(() => keys).toHaveLength(1);
  respond(gatewayKnowsNothing);
  await expect.poll(() => button("Checking…")).toBeTruthy();
  open("/returns");
  await expect.poll(seen).toContain("All things");
  return (records: Made[]) => find(records);
};

test("a check that finds no record after the form was left is announced", async () => {
  const find = await checkAndLeave();
  find([]);
  await expect.poll(seen).toContain("New thing wasn't found in the list. Your entries are kept.");
});

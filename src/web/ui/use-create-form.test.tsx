// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "#web/api/api-error.ts";
import type { Sending } from "#web/api/call.ts";
import { CreateBar } from "./create-bar.tsx";
import type { Made } from "./creation.ts";
import { TextField } from "./form-fields.tsx";
import { checkedText } from "./form-schema.ts";
import { openTestApp, pressButton as press } from "./test-app.tsx";
import { useCreateForm } from "./use-create-form.ts";

/** The keys of the requests, and the function that answers the last one. */
const keys: (string | undefined)[] = [];
let respond = (_result: Made | ApiError): void => undefined;
let listed: Made[] = [];

beforeEach(() => {
  keys.length = 0;
  listed = [];
});
afterEach(() => localStorage.clear());

const lost = new ApiError("no answer", { status: 504, outcome: "unknown" });
const refused = new ApiError("Not wanted", { status: 400, outcome: "refused" });

const schema = z.object({
  name: checkedText((name) => (name === "" ? "Enter a name" : undefined)),
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
    key: "return.new",
    permission: { role: "viewer" },
    blank: { name: "" },
    schema,
    fieldOf: () => undefined,
    creating: {
      make,
      list: async () => ({ value: listed }),
      known: () => [],
      equals: (record, { name }) => record.name === name,
      take: (record) => record,
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextField {...form.tie("name")} label="Name" />
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
const seen = () => document.body.textContent;

/** Opens the form with the draft “Colors”, and presses the button that creates. */
const create = async () => {
  const savedAt = Date.now();
  const draft = JSON.stringify({ value: { name: "Colors" }, savedAt });
  localStorage.setItem("supercargo.draft.return.new", draft);
  const page = loadPage();
  await press("Create thing");
  await expect.poll(() => keys.length).toBe(1);
  return page;
};

test("the form is locked while its record is created, and shows the refusal", async () => {
  await create();
  await expect.poll(() => button("Creating…")).toBeTruthy();
  expect([button("Discard")?.disabled, nameField().readOnly]).toEqual([true, true]);
  respond(refused);
  await expect.poll(seen).toContain("Nothing was created.");
  expect([button("Discard")?.disabled, nameField().readOnly]).toEqual([false, false]);
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
  await expect.poll(address).toBe("/returns/7");
  expect(keys).toHaveLength(1);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("a page that was closed before the answer came asks to check first, then repeats the request with its key", async () => {
  const sent = { texts: { name: "Colors" }, key: "k-1", twins: [], repeats: false, missed: false };
  const stored = JSON.stringify({ value: sent, savedAt: 0 });
  localStorage.setItem("supercargo.draft.return.new.sent", stored);
  const { address } = loadPage();
  await expect.poll(seen).toContain("the page was closed first");
  expect(nameField().value).toBe("Colors");
  await press("Check status");
  await expect.poll(seen).toContain("The list doesn't contain this thing.");
  await press("Create thing");
  await expect.poll(() => keys).toEqual(["k-1"]);
  respond({ id: 8, name: "Colors" });
  await expect.poll(address).toBe("/returns/8");
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

test("a refusal after the form was left is announced, and leads back to the entries", async () => {
  const { open, address } = await create();
  open("/returns");
  await expect.poll(seen).toContain("All things");
  respond(refused);
  await expect.poll(seen).toContain("Nothing was created. Your entries are kept");
  expect(address()).toBe("/returns");
  await press("Open");
  await expect.poll(address).toBe("/new");
  await expect.poll(() => nameField()?.value).toBe("Colors");
});

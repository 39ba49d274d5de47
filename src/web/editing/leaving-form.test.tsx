// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { connection } from "#web/api/connection.ts";
import { queryClient } from "#web/api/query-client.ts";
import { TextField } from "./form-fields.tsx";
import { FormOutcome } from "./save-outcome.tsx";
import { FormBar } from "./form-bars.tsx";
import { openTestApp, pressButton, typeText } from "#web/testing/app.tsx";
import { useRecordForm } from "./record-form.ts";

interface Thing {
  readonly name: string;
}

/** The answers that the form waits for, as functions that give them. */
let answerRead = (_result: string | ApiError): void => undefined;
let answerSave = (_result: string | ApiError): void => undefined;

const answer = (name: string): Answer<Thing> => ({
  value: { name },
  problems: [],
  total: undefined,
});

const later = (hold: (give: (result: string | ApiError) => void) => void) =>
  new Promise<Answer<Thing>>((resolve, reject) =>
    hold((result) => (result instanceof ApiError ? reject(result) : resolve(answer(result)))),
  );

const schema = z.object({ name: z.string() });

const ThingForm = ({ id }: { id: number }) => {
  const form = useRecordForm<Thing, "name", string>({
    key: `thing.${id}`,
    permission: { role: "viewer" },
    record: { name: "old" },
    labels: { name: "Name" },
    textsOf: ({ name }) => ({ name }),
    schema,
    asks: () => false,
    read: () => later((give) => (answerRead = give)),
    toRequest: (_, changed) => changed.name?.text ?? "",
    send: () => later((give) => (answerSave = give)),
    keep: () => undefined,
    savedWords: () => "Thing saved",
    fieldOf: () => undefined,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextField {...form.register("name")} label="Name" />
      <FormOutcome noun="thing" form={form} />
      <FormBar form={form} />
      <button type="button" onClick={form.discard}>
        Discard anyway
      </button>
    </form>
  );
};

const seen = () => document.body.textContent;
const nameField = () => document.querySelector<HTMLInputElement>("input")!;

beforeEach(() => {
  queryClient.setQueryData(connection().queryKey, { embedded: true } as never);
  document.title = "Thing · Supercargo";
});
afterEach(() => localStorage.clear());

/** Opens the form of a thing, and types a name. */
const typeName = async (id: number) => {
  const app = openTestApp(
    {
      [`/things/${id}`]: () => <ThingForm id={id} />,
      "/things": () => <h1>All things</h1>,
    },
    `/things/${id}`,
  );
  await expect.poll(nameField).toBeTruthy();
  typeText(nameField(), "new");
  await expect.poll(() => document.querySelector(".save-bar__why")?.textContent).toBe("");
  return app;
};

/** Types a name and starts to save it: the record is being read. */
const startSave = async (id: number) => {
  const app = await typeName(id);
  await pressButton("Save changes");
  await expect.poll(seen).toContain("Saving…");
  return app;
};

/** The API has answered the read, and the change is being sent. */
const startSending = async (id: number) => {
  const app = await startSave(id);
  answerSave = () => undefined;
  const before = answerSave;
  answerRead("old");
  await expect.poll(() => answerSave).not.toBe(before);
  return app;
};

const refused = new ApiError("no", { status: 400, outcome: "refused" });
const lost = new ApiError("no answer", { status: 504, outcome: "unknown" });

test.each<[string, number, () => void, string, string]>([
  ["refused", 1, () => answerSave(refused), "Thing wasn't saved", "Nothing was saved."],
  ["lost", 2, () => answerSave(lost), "Thing may not have been saved", "It may have been saved"],
])(
  "a save that is %s after its form was left is announced, and shown again",
  async (_, id, end, words, shown) => {
    const { open, address } = await startSending(id);
    open("/things");
    await expect.poll(seen).toContain("All things");
    end();
    await expect.poll(seen).toContain(words);
    await pressButton("Open");
    await expect.poll(address).toBe(`/things/${id}`);
    await expect.poll(seen).toContain(shown);
    expect(nameField().value).toBe("new");
  },
);

test.each<[string, number, string | ApiError, string]>([
  ["another person's change", 3, "theirs", "Thing wasn't saved completely"],
  ["a record that can't be read", 4, refused, "Thing wasn't saved"],
])("%s that stops a save after its form was left is announced", async (_, id, read, words) => {
  const { open } = await startSave(id);
  open("/things");
  await expect.poll(seen).toContain("All things");
  answerRead(read);
  await expect.poll(seen).toContain(words);
});

test("a failure that its form shows is not announced", async () => {
  const { open } = await startSending(5);
  open("/things");
  await expect.poll(seen).toContain("All things");
  open("/things/5");
  await expect.poll(seen).toContain("Saving…");
  answerSave(refused);
  await expect.poll(seen).toContain("Nothing was saved.");
  expect(seen()).not.toContain("Thing wasn't saved");
});

test("leaving asks before a save, not during it", async () => {
  const { open } = await typeName(6);
  open("/things");
  await expect.poll(seen).toContain("Leave with unsaved changes?");
  await pressButton("Stay");
  await expect.poll(seen).not.toContain("Leave with unsaved changes?");
  await pressButton("Save changes");
  await expect.poll(seen).toContain("Saving…");
  open("/things");
  await expect.poll(seen).toContain("All things");
});

test("a save can't be discarded while it is under way", async () => {
  await startSending(7);
  await pressButton("Discard anyway");
  answerSave(refused);
  await expect.poll(seen).toContain("Nothing was saved.");
  expect(nameField().value).toBe("new");
});

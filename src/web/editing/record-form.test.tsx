// @vitest-environment happy-dom
import { notifyManager } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { act, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import type { FormSchema } from "./form-schema.ts";
import * as z from "zod/mini";
import { type RecordForm, useRecordForm } from "./record-form.ts";
import { sendWaitingSaves } from "./waiting-saves.ts";

interface Thing {
  readonly name: string;
}
type Form = RecordForm<Thing, "name">;

const answer = (name: string): Answer<Thing> => ({
  value: { name },
  problems: [],
  total: undefined,
});

const schema: FormSchema = z.object({ name: z.string() });
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
let isDown = true;
let stored = "old";
/** The response to a save arrives after this. */
let responding = Promise.resolve();

beforeAll(() => {
  // Within `act`.
  notifyManager.setScheduler(queueMicrotask);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  isDown = true;
  stored = "old";
  responding = Promise.resolve();
});

/** Opens a form for the record "old" that calls `onSaved` when it is saved. */
const openForm = (key: string, onSaved: () => void) => {
  const root = createRoot(document.createElement("div"));
  let shown: Form | undefined;
  const Screen = ({ name = stored }) => {
    const form = useRecordForm<Thing, "name", string>({
      key,
      permission: { role: "viewer" },
      record: { name },
      labels: { name: "Name" },
      textsOf: ({ name }) => ({ name }),
      schema,
      asks: () => false,
      read: async () => {
        if (isDown) throw new ApiError("silence", { status: 0, outcome: "refused" });
        return answer(stored);
      },
      toRequest: (_, changed) => changed.name?.text ?? "",
      send: async (name) => {
        await responding;
        return answer(name);
      },
      keep: ({ value }) => void (stored = value.name),
      onSaved,
      savedWords: () => "Saved",
      fieldOf: () => undefined,
    });
    useEffect(() => {
      shown = form;
    });
    return null;
  };
  const close = () => act(() => root.unmount());
  onTestFinished(close);
  const show = (name?: string) =>
    act(() =>
      root.render(
        <RouterContextProvider router={router as never}>
          <Screen name={name} />
        </RouterContextProvider>,
      ),
    );
  show();
  /** Shows the record as another person changed it. */
  const reload = (name: string) => {
    stored = name;
    show(name);
  };
  return { form: () => shown!, reload, close };
};

/** Types a name and chooses to save it when the gateway answers again. */
const saveLater = async ({ form }: ReturnType<typeof openForm>) => {
  act(() => form().setValues({ name: "new" }));
  await act(async () => form().save());
  const { saving } = form();
  act(() => saving.kind === "unread" && saving.wait?.());
  expect(form().saving.kind).toBe("waiting");
};

test("a save that waits closes the form it was typed in", async () => {
  const onSaved = vi.fn<() => void>();
  const open = openForm("open", onSaved);
  await saveLater(open);
  isDown = false;
  await act(sendWaitingSaves);
  expect(open.form().saving.kind).toBe("editing");
  expect(onSaved).toHaveBeenCalledOnce();
});

test("a save that arrives after something else was typed leaves the form open", async () => {
  const onSaved = vi.fn<() => void>();
  const { form } = openForm("typed on", onSaved);
  isDown = false;
  let respond = () => {};
  responding = new Promise((resolve) => (respond = resolve));
  act(() => form().setValues({ name: "new" }));
  await act(async () => form().save());
  expect(form().saving.kind).toBe("sending");
  act(() => form().setValues({ name: "newer" }));
  await act(async () => respond());
  expect([form().saving.kind, form().texts.name, form().dirty]).toEqual(["editing", "newer", true]);
  expect(onSaved).not.toHaveBeenCalled();
  await act(async () => form().save());
  expect(onSaved).toHaveBeenCalledOnce();
});

test("a save that arrives after its form was closed closes no other form", async () => {
  const onSaved = vi.fn<() => void>();
  const closed = openForm("closed", onSaved);
  await saveLater(closed);
  closed.close();
  isDown = false;
  await act(sendWaitingSaves);
  expect(Object.keys(localStorage).filter((key) => key.includes("closed"))).toEqual([]);
  expect(onSaved).not.toHaveBeenCalled();
});

test("a save that waits goes on in its form when the person has signed out and in again", async () => {
  const first = openForm("again", () => undefined);
  await saveLater(first);
  first.close();
  queryClient.clear();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { form } = openForm("again", () => undefined);
  expect([form().saving.kind, form().texts.name]).toEqual(["waiting", "new"]);
  isDown = false;
  await act(sendWaitingSaves);
  expect(form().saving.kind).toBe("editing");
});

test("another person's change that is loaded after a save failed is a conflict, and is saved once it is resolved", async () => {
  const onSaved = vi.fn<() => void>();
  const { form, reload } = openForm("failed", onSaved);
  act(() => form().setValues({ name: "new" }));
  await act(async () => form().save());
  expect(form().saving.kind).toBe("unread");
  isDown = false;
  reload("theirs");
  const { saving } = form();
  if (saving.kind !== "conflict") throw new Error(`No conflict: ${saving.kind}`);
  expect(form().differences).toMatchObject([{ was: "old", now: "theirs", mine: "new" }]);
  act(() => form().resolve({ name: "mine" }));
  await act(async () => form().save());
  expect(form().saving.kind).toBe("editing");
  expect(onSaved).toHaveBeenCalledOnce();
});

test("a draft whose text was saved by now is no conflict with a later change", () => {
  const before = openForm("saved", () => undefined);
  act(() => before.form().setValues({ name: "new" }));
  before.close();
  stored = "new";
  const { form, reload } = openForm("saved", () => undefined);
  reload("theirs");
  expect([form().saving.kind, form().texts.name]).toEqual(["editing", "theirs"]);
});

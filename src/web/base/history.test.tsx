// @vitest-environment happy-dom
import { createBrowserHistory } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { ConfirmDialog, Drawer } from "#web/kit/dialog.tsx";
import { FilterSheet } from "#web/kit/filters.tsx";
import { useListSearch } from "./list-search.ts";
import { openTestApp, pressButton } from "#web/testing/app.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";

/** A list with a sheet of filters. */
const List = () => {
  const { filter } = useListSearch();
  return (
    <FilterSheet count={0} total={3} onClear={() => undefined}>
      <button onClick={() => filter({ filterStatus: "sent" })}>Sent</button>
      <button onClick={() => filter({ poNumbers: "PO-1" })}>PO-1</button>
    </FilterSheet>
  );
};

/** A form with changes, and a drawer that opens a dialog. */
const Form = () => {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open drawer</button>
      {isOpen && (
        <Drawer title="Drawer" onClose={() => setOpen(false)}>
          <button onClick={() => setAsking(true)}>Ask</button>
        </Drawer>
      )}
      {isAsking && (
        <ConfirmDialog title="Question?" choices={[]} onCancel={() => setAsking(false)}>
          <p>Question</p>
        </ConfirmDialog>
      )}
      <UnsavedGuard dirty onDiscard={() => undefined} />
    </>
  );
};

const titles = () =>
  [...document.querySelectorAll("[role=dialog] h2")].map(({ textContent }) => textContent);

const screens: Record<string, () => ReactNode> = { "/purchase-orders": List, "/form": Form };

/** Opens a screen after another one, in a browser that has a Back. */
const openScreen = async (path: string, screen = screens[path]!) => {
  history.replaceState(null, "", "/start");
  const browser = createBrowserHistory();
  onTestFinished(() => browser.destroy());
  const app = openTestApp({ "/start": () => <h1>Start</h1>, [path]: screen }, "/start", browser);
  await expect.poll(() => document.querySelector("h1")).not.toBeNull();
  app.open(path);
  await expect.poll(app.address).toBe(path);
  return app;
};

test("Back closes a sheet of filters, and keeps the filters that were set in it", async () => {
  const app = await openScreen("/purchase-orders");
  await pressButton("Filters");
  await pressButton("Sent");
  await expect.poll(app.address).toBe("/purchase-orders?filterStatus=sent");
  await pressButton("PO-1");
  const filtered = "/purchase-orders?filterStatus=sent&poNumbers=PO-1";
  await expect.poll(app.address).toBe(filtered);
  history.back();
  await expect.poll(titles).toEqual([]);
  await expect.poll(() => location.pathname + location.search).toBe(filtered);
  expect(app.address()).toBe(filtered);
  history.back();
  await expect.poll(app.address).toBe("/purchase-orders?filterStatus=sent");
});

test("Back closes the topmost first, and asks about unsaved changes only when it leaves", async () => {
  const app = await openScreen("/form");
  await pressButton("Open drawer");
  await pressButton("Ask");
  await expect.poll(titles).toEqual(["Drawer", "Question?"]);
  history.back();
  await expect.poll(titles).toEqual(["Drawer"]);
  history.back();
  await expect.poll(titles).toEqual([]);
  history.back();
  await expect.poll(titles).toEqual(["Leave with unsaved changes?"]);
  await pressButton("Stay");
  await expect.poll(titles).toEqual([]);
  expect(app.address()).toBe("/form");
});

test("what Back closes is closed at the address of its own screen, which may be changed then", async () => {
  const closedAt: string[] = [];
  const close = () => void closedAt.push(location.pathname);
  await openScreen("/closing", () => (
    <Drawer title="Drawer" onClose={close}>
      <p>Text</p>
    </Drawer>
  ));
  await expect.poll(titles).toEqual(["Drawer"]);
  history.back();
  await expect.poll(() => closedAt).toEqual(["/closing"]);
});

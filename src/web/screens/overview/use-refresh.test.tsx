// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";
import { actionSources, availableActions } from "#web/base/screen-actions.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { useRefresh } from "./use-refresh.ts";

const minuteMs = 60_000;
let now = 0;
let reads: string[] = [];

afterEach(() => vi.restoreAllMocks());

const useRead = (name: string) =>
  useQuery({ queryKey: [name, "list"], queryFn: async () => reads.push(name) }).isSuccess;

const Figures = () => {
  useRefresh();
  const isLoaded = [useRead("returns"), useRead("webhooks"), useRead("account")];
  return <p>{isLoaded.every(Boolean) && "loaded"}</p>;
};

const openFigures = async () => {
  now = Date.parse("2026-11-26T09:00:00Z");
  vi.spyOn(Date, "now").mockImplementation(() => now);
  reads = [];
  openTestApp({ "/": Figures });
  await expect.poll(() => document.querySelector("p")?.textContent).toBe("loaded");
  reads = [];
};

const comeBackAfter = (minutes: number) => {
  now += minutes * minuteMs;
  dispatchEvent(new Event("focus"));
};

test("figures of five minutes ago are loaded again when the person comes back", async () => {
  await openFigures();
  comeBackAfter(4);
  expect(reads).toEqual([]);
  queryClient.setQueryData(["webhooks", "list"], 1);
  comeBackAfter(1);
  await expect.poll(() => reads).toEqual(["returns"]);
  comeBackAfter(4);
  comeBackAfter(1);
  await expect.poll(() => reads).toEqual(["returns", "returns", "webhooks"]);
});

test("the palette offers to load all figures again", async () => {
  await openFigures();
  const [refresh] = availableActions(actionSources.get());
  expect(refresh?.label).toBe("Refresh");
  refresh?.run();
  await expect.poll(() => reads).toEqual(["returns", "webhooks"]);
});

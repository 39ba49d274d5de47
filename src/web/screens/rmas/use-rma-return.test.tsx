// @vitest-environment happy-dom
import { useQuery } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Rma } from "#contract/rmas.ts";
import { queryClient } from "#web/api/query-client.ts";
import { returnBesideRma } from "#web/api/returns.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { useRmaReturn } from "./use-rma-return.ts";

afterEach(() => vi.unstubAllGlobals());

const text = () => document.querySelector("p")?.textContent;
const { queryKey } = returnBesideRma(9);

const Return = () => {
  const rma: Rma = { id: 4, returnId: 9, items: [], rmaShipments: [] };
  const { record, missing } = useRmaReturn(rma);
  const { status } = useQuery({ ...returnBesideRma(9), enabled: false });
  return <p>{[status, `${record?.rmas.length ?? "no"} RMAs`, ...missing].join("; ")}</p>;
};

test("a return that couldn't be loaded again is not called missing: its RMAs are shown", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Busy." }, { status: 503 }));
  const record = { id: 9, items: [], rmas: [{ id: 4 }, { id: 5 }] } as never;
  queryClient.setQueryData(queryKey, { value: record, problems: [], total: undefined });
  openTestApp({ "/": Return });
  await expect.poll(text).toBe("success; 2 RMAs");
  await queryClient.refetchQueries({ queryKey });
  await expect.poll(text).toBe("error; 2 RMAs");
});

test("a return that couldn't be loaded is missing", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ detail: "Busy." }, { status: 503 }));
  openTestApp({ "/": Return });
  await expect.poll(text).toContain("error; no RMAs; Couldn't load return 9");
});

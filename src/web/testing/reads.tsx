import { type QueryKey, useIsFetching } from "@tanstack/react-query";
import { expect, vi } from "vitest";
import { queryClient } from "#web/api/query-client.ts";

/** Shows how many reads of some queries are under way: once it does, the rest of the screen has heard of them, too. */
export const Reads = ({ of }: { of: QueryKey }) => (
  <output>{useIsFetching({ queryKey: of })}</output>
);

/** Waits until `<Reads>` shows this number. */
export const expectReads = async (count: number): Promise<void> => {
  await expect.poll(() => document.querySelector("output")?.textContent).toBe(String(count));
};

/** Reads queries again, to which no response arrives, and waits until the screen has heard of it. */
export const readWithoutResponse = async (of: QueryKey): Promise<void> => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  void queryClient.refetchQueries({ queryKey: of });
  await expectReads(1);
};

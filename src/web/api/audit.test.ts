import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { invalidateChanges, recordChanges } from "./audit.ts";
import { queryClient } from "./query-client.ts";

afterEach(() => queryClient.clear());

test.each([
  ["first", undefined],
  ["next", "before"],
])("a %s read of the changes that is under way is repeated", async (_, known) => {
  const { queryKey } = recordChanges("returns", 1, 1);
  if (known !== undefined) queryClient.setQueryData<unknown>(queryKey, known);
  const reads: ((changes: string) => void)[] = [];
  const observer = new QueryObserver<unknown>(queryClient, {
    queryKey,
    staleTime: 0,
    queryFn: () => new Promise((resolve) => reads.push(resolve)),
  });
  const end = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  const forgotten = invalidateChanges();
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[0]?.("unknown");
  reads[1]?.("settled");
  await forgotten;
  expect(observer.getCurrentResult().data).toBe("settled");
  end();
});

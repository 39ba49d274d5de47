// @vitest-environment happy-dom
import { useEffect } from "react";
import { expect, test } from "vitest";
import type { Answer } from "#web/api/call.ts";
import { queryClient } from "#web/api/query-client.ts";
import type { WholeList } from "#web/api/whole-list.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { useListedRows } from "./use-listed-rows.ts";

interface Thing {
  readonly id: number;
}

const never = () => new Promise<never>(() => {});

/** Uses a list with a loaded page whose other rows are loading. Returns a function that returns what it shows. */
const listRows = (wantsWhole: boolean, fits: (row: Thing) => boolean) => {
  const page: Answer<Thing[]> = { value: [{ id: 1 }, { id: 2 }], problems: [], total: 300 };
  queryClient.setQueryData(["things", "page"], page);
  let shown: ReturnType<typeof useListedRows<Thing, string[], string[]>> | undefined;
  const List = () => {
    const listed = useListedRows<Thing, string[], string[]>({
      page: { queryKey: ["things", "page"], queryFn: never },
      whole: { queryKey: ["things", "whole"], queryFn: () => never() as Promise<WholeList<Thing>> },
      wantsWhole,
      fits,
    });
    useEffect(() => {
      shown = listed;
    });
    return null;
  };
  openTestApp({ "/": List });
  return () =>
    shown && { isWhole: shown.isWhole, ids: shown.query.data?.value.map(({ id }) => id) };
};

test.each<[what: string, wantsWhole: boolean, fits: (row: Thing) => boolean, ids?: number[]]>([
  ["a page is shown", false, () => true, [1, 2]],
  ["a page stays while all rows load to be sorted", true, () => true, [1, 2]],
  [
    "a page stays while all rows load, if one of its rows matches",
    true,
    ({ id }) => id === 2,
    [1, 2],
  ],
  ["a page of which no row matches makes place for skeletons", true, ({ id }) => id === 9],
])("%s", async (_, wantsWhole, fits, ids) => {
  await expect.poll(listRows(wantsWhole, fits)).toEqual({ isWhole: ids === undefined, ids });
});

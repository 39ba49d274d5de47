// @vitest-environment happy-dom
import { useEffect } from "react";
import { expect, test } from "vitest";
import type { Answer } from "#web/api/call.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { useListEnds } from "./use-list-ends.ts";

interface Thing {
  readonly id: number;
}

const pageSize = 10;

interface List {
  readonly ids: readonly number[];
  readonly hasTotal?: boolean;
  readonly shown?: number;
  readonly fits?: (row: Thing) => boolean;
  readonly failing?: number;
}

/** Uses the ends of a list, and returns what they are once everything has loaded, with the requested pages. */
const readEnds = async ({ ids, hasTotal = true, shown = 4, fits, failing }: List) => {
  const asked: number[] = [];
  const read = async (page: number): Promise<Answer<Thing[]>> => {
    asked.push(page);
    if (page === failing) throw new Error("Not now");
    const value = ids.slice((page - 1) * pageSize, page * pageSize).map((id) => ({ id }));
    return { value, problems: [], total: hasTotal ? ids.length : undefined };
  };
  let ends: ReturnType<typeof useListEnds<Thing, (string | number)[]>> | undefined;
  const Ends = () => {
    const now = useListEnds<Thing, (string | number)[]>({
      pageOf: (page) => ({ queryKey: ["things", page], queryFn: () => read(page) }),
      pageSize,
      shown,
      ...(fits && { fits }),
    });
    useEffect(() => {
      ends = now;
    });
    return null;
  };
  openTestApp({ "/": Ends });
  await expect.poll(() => ends?.isPending).toBe(false);
  return { asked, rows: ends?.rows.map(({ id }) => id), isPart: ends?.isPart };
};

/** The ids from the newest to the oldest. */
const count = (from: number, to = 1) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

test.each<[is: string, list: List, asked: number[], rows: number[], isPart: boolean]>([
  ["is empty", { ids: [] }, [1], [], false],
  ["has one page", { ids: count(10) }, [1], count(10), false],
  ["has two pages", { ids: count(12) }, [1, 2], count(12), false],
  [
    "has more pages, the last one full enough",
    { ids: count(34) },
    [1, 4],
    [...count(34, 25), ...count(4)],
    true,
  ],
  [
    "has more pages, the last one short",
    { ids: count(43) },
    [1, 5, 4],
    [...count(43, 34), ...count(13)],
    true,
  ],
  ["has three pages, the last one short", { ids: count(23) }, [1, 3, 2], count(23), false],
  [
    "has a last page of which few rows are shown",
    { ids: count(29), fits: ({ id }) => id > 8 },
    [1, 3, 2],
    count(29),
    false,
  ],
  [
    "is not shown by its oldest rows",
    { ids: count(21), shown: 0 },
    [1, 3],
    [...count(21, 12), 1],
    true,
  ],
  ["has no total and a full page", { ids: count(30), hasTotal: false }, [1], count(30, 21), true],
  ["has no total and a short page", { ids: count(9), hasTotal: false }, [1], count(9), false],
  ["has a row on two pages", { ids: [...count(12, 3), 3, 2] }, [1, 2], count(12, 2), true],
  ["has a last page that fails", { ids: count(23), failing: 3 }, [1, 3], count(23, 14), true],
])("a list that %s", async (_, list, asked, rows, isPart) =>
  expect(await readEnds(list)).toEqual({ asked, rows, isPart }),
);

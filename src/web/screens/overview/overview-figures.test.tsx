// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import type { ReturnModel } from "#contract/returns.ts";
import type { Rma } from "#contract/rmas.ts";
import { isWithin } from "#web/base/days.ts";
import { openTestApp } from "#web/testing/app.tsx";
import { OverviewFigures } from "./overview-figures.tsx";

const { happyDOM } = window as unknown as {
  happyDOM: { setViewport: (size: { width: number; height: number }) => void };
};

const now = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;

/** Open returns, the newest first; the one with ID n was created n minutes after the first. */
const listReturns = (count: number, changes: Partial<ReturnModel> = {}): ReturnModel[] =>
  Array.from({ length: count }, (_, index): ReturnModel => {
    const id = count - index;
    return {
      id,
      returnNumber: `RTN-${id}`,
      insertedAt: new Date(now - 40 * 86_400_000 + id * minuteMs).toISOString(),
      ...changes,
    } as ReturnModel;
  });

interface Api {
  readonly returns?: readonly ReturnModel[];
  readonly hasTotal?: boolean;
  /** When each order was sent. */
  readonly sent?: readonly (string | null)[];
}

const json = (body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { headers });

/** Answers as the API does, which finds only orders with a later date; everything else is never answered. */
const answer = ({ returns = [], hasTotal = true, sent = [] }: Api, url: URL) => {
  const { pathname, searchParams } = url;
  if (pathname === "/api/returns" && searchParams.get("status") === "open") {
    const to = Number(searchParams.get("pageNumber")) * 50;
    const total = { "X-Total-Count": String(returns.length) };
    return json(returns.slice(to - 50, to), hasTotal ? total : {});
  }
  if (pathname !== "/api/purchase-orders/count") return undefined;
  const after = searchParams.get("filterSentAfter");
  return json(sent.filter((at) => !after || (at !== null && at > after)).length);
};

interface Shown extends Api {
  readonly rmas?: Partial<Parameters<typeof OverviewFigures>[0]>;
}

/** Shows the figures in a window of this width. */
const showFigures = ({ rmas, ...api }: Shown, width = 1440) => {
  happyDOM.setViewport({ width, height: 1080 });
  vi.stubGlobal("fetch", async (path: string) => {
    const response = answer(api, new URL(path, "http://console"));
    return response ?? new Promise(() => {});
  });
  const Figures = () => (
    <OverviewFigures open={[]} units={0} loaded={undefined} now={now} isLost={false} {...rmas} />
  );
  openTestApp({ "/": Figures });
};

afterEach(() => vi.unstubAllGlobals());

const textOf = (selector: string) => () => document.querySelector(selector)?.textContent;
const sheetNote = (title: string) => () => {
  const heading = [...document.querySelectorAll("h2")].find((one) => one.textContent === title);
  return heading?.closest(".sheet")?.querySelector("a")?.textContent;
};

test.each<[is: string, api: Api, note: string]>([
  ["one page", { returns: listReturns(50) }, "50 open"],
  ["two pages", { returns: listReturns(60) }, "60 open"],
  ["more pages", { returns: listReturns(230) }, "230 open, 80 loaded"],
  ["no total, and less than a page", { returns: listReturns(49), hasTotal: false }, "49 open"],
  ["no total, and a page", { returns: listReturns(50), hasTotal: false }, "50+ open, 50 loaded"],
])("open returns of %s", async (_, api, note) => {
  showFigures(api);
  await expect.poll(sheetNote("Open returns by age")).toBe(note);
});

test.each<[is: string, loaded: number | undefined, note: string]>([
  ["all RMAs", undefined, "1,204 units undecided"],
  ["some of the RMAs", 100, "1,204 units undecided, 100 RMAs loaded"],
])("undecided units of %s", async (_, loaded, note) => {
  showFigures({ rmas: { open: [] as Rma[], units: 1204, loaded } });
  await expect.poll(sheetNote("RMAs by age")).toBe(note);
});

test.each<[is: string, api: Api, numbers: number[], note: string | undefined]>([
  ["all returns", { returns: listReturns(9) }, [1, 2, 3, 4, 5, 6, 7], undefined],
  [
    "the last page and the one before it",
    { returns: listReturns(153) },
    [1, 2, 3, 4, 5, 6, 7],
    "Of the 103 returns loaded",
  ],
  [
    "the only page that is known",
    { returns: listReturns(60), hasTotal: false },
    [11, 12, 13, 14, 15, 16, 17],
    "Of the 50 returns loaded",
  ],
])("a large window lists the oldest of %s", async (_, api, numbers, note) => {
  showFigures(api, 1920);
  const listed = () =>
    [...document.querySelectorAll(".oldest-return strong")].map(({ textContent }) => textContent);
  await expect.poll(listed).toEqual(numbers.map((number) => `RTN-${number}`));
  expect(textOf(".overview__oldest .sheet__note")()).toBe(note);
});

test.each([
  [undefined, "–"],
  [null, "–"],
  [0, "0 items"],
  [1, "1 item"],
])("a return with %j items shows %j", async (totalReturnItems, text) => {
  showFigures({ returns: listReturns(1, { totalReturnItems }) }, 1920);
  await expect.poll(textOf(".oldest-return > span")).toBe(text);
});

test("orders that have not shipped within two weeks are those that their list shows", async () => {
  const sent = [
    null,
    "2026-11-20T00:00:00.000Z",
    // The limit itself, where dates without a time are.
    "2026-11-07T00:00:00.000Z",
    "2026-11-06T23:59:59.999Z",
    "2026-01-01T00:00:00.000Z",
  ];
  showFigures({ sent });
  const row = () =>
    [...document.querySelectorAll<HTMLAnchorElement>(".figure-row")].find(({ textContent }) =>
      textContent?.startsWith("Not shipped within 2 weeks"),
    );
  await expect.poll(() => row()?.textContent).toBe("Not shipped within 2 weeks 2 of 4");
  const before = new URL(row()!.href).searchParams.get("sentBefore") ?? "";
  expect(sent.filter((at) => isWithin(at, { before }))).toHaveLength(2);
});

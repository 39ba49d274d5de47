import { rmaOperations } from "#contract/rmas.ts";
import { isServed } from "#web/base/served.ts";
import { countToDecide } from "#web/api/count-to-decide.ts";
import { queryClient } from "./api/query-client.ts";
import { rmaList } from "./api/rmas.ts";
import { waitingRmas } from "#web/api/rmas.ts";
import { formatQuantity } from "#web/base/format.ts";
import { countExceptions, loadExceptionCount } from "./api/exceptions.ts";
import { exceptionCount, waitingCount } from "./waiting-count.ts";

/** The count is loaded at most this often, in ms. */
const reloadMs = 60_000;
const tickMs = 5_000;
/** Several RMAs can change at once; they are counted after the next one is drawn. */
const settleMs = 200;

let isWatched = false;
let askedAt = -Infinity;
let countedAt = -Infinity;

/** A number that is out of sight costs no request: the window is hidden, or the navigation is a closed drawer. */
const isSeen = (): boolean =>
  document.visibilityState === "visible" &&
  [...document.querySelectorAll(".main-nav")].some((nav) => nav.checkVisibility());

/** When the reads under way began, and those of what is in the cache. */
const begun = new Map<string, number>();
const readsFrom = new Map<string, number>();
let shown = Number.POSITIVE_INFINITY;

const recount = (): void => {
  const known = !isServed(rmaOperations.listRmas)
    ? undefined
    : countToDecide(queryClient, readsFrom);
  // Only a read that no decision overlapped can raise the number.
  shown = known?.isSure === false ? Math.min(shown, known.count) : (known?.count ?? shown);
  waitingCount.set(known && shown > 0 ? `${formatQuantity(shown)}${known.orMore ? "+" : ""}` : "");
};

/**
 * Counts the RMAs to decide, and loads a page of them if what the screens loaded is older than a minute: the same page as
 * that of the overview, which then finds it in the cache.
 */
export const updateWaitingCount = (): void => {
  const now = Date.now();
  const at = countToDecide(queryClient)?.at ?? -Infinity;
  const isNew = now - Math.max(at, askedAt) < reloadMs;
  if (!isWatched || isNew || !isServed(rmaOperations.listRmas) || !isSeen()) return;
  askedAt = now;
  const page = rmaList(waitingRmas, "background");
  void queryClient.fetchQuery({ ...page, staleTime: reloadMs }).catch(() => undefined);
};

/** As `updateWaitingCount`, of exceptions; the gateway has their number. */
const updateExceptionCount = (): void => {
  const now = Date.now();
  if (now - countedAt < reloadMs || !isSeen()) return;
  countedAt = now;
  void loadExceptionCount();
};

const recountExceptions = (): void => {
  const count = countExceptions() ?? 0;
  exceptionCount.set(count > 0 ? formatQuantity(count) : "");
};

/** Keeps the counts in the navigation current while it is visible. */
export const watchWaiting = (): void => {
  isWatched = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.getQueryCache().subscribe((event) => {
    const { type, query } = event;
    const isExceptions = ["exceptions", "figures"].includes(String(query.queryKey[0]));
    if (type === "updated" && isExceptions && event.action.type === "success") recountExceptions();
    if (type !== "updated" || query.queryKey[0] !== "rmas") return;
    if (event.action.type === "fetch") begun.set(query.queryHash, Date.now());
    if (event.action.type === "success")
      readsFrom.set(query.queryHash, begun.get(query.queryHash) ?? Date.now());
    timer ??= setTimeout(() => {
      timer = undefined;
      recount();
    }, settleMs);
  });
  recount();
  recountExceptions();
  const update = () => {
    updateWaitingCount();
    updateExceptionCount();
  };
  update();
  document.addEventListener("visibilitychange", update);
  setInterval(update, tickMs);
};

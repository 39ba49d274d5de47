import type { CopyState, SweepProgress } from "#web/api/product-copy/copy-state.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";

const minute = 60_000;

/** "about 15 min left"; undefined while the time is unknown. */
const timeLeft = (ms: number | undefined): string | undefined => {
  if (ms === undefined) return undefined;
  if (ms < 10_000) return "a few seconds left";
  if (ms < minute) return `about ${Math.ceil(ms / 10_000) * 10} s left`;
  if (ms < 60 * minute) return `about ${Math.round(ms / minute)} min left`;
  const hours = Math.floor(ms / (60 * minute));
  return `about ${hours} h ${Math.round((ms - hours * 60 * minute) / minute)} min left`;
};

const describePages = ({ pages, totalPages }: SweepProgress): string =>
  totalPages === undefined
    ? formatCount(pages, "page")
    : `page ${formatQuantity(Math.min(pages, Math.max(totalPages, pages)))} of ${formatQuantity(Math.max(totalPages, pages))}`;

/** The progress of a sweep: pages, time left, requests used. */
export const describeSweep = (sweep: SweepProgress): string =>
  [
    describePages(sweep),
    sweep.closing ? "checking for recent changes" : timeLeft(sweep.leftMs),
    formatCount(sweep.requests, "request"),
    sweep.round > 1 ? `pass ${sweep.round}` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(" · ");

/** Shown after checks in which the upstream's products changed every time. */
export const changingNote = "products are changing now; some changes appear after the next check";

/** Whether the user deleted the copy: it is not loaded again until the user requests it. */
export const isCopyDeleted = ({ phase, sweep, sweptAt, products }: CopyState): boolean =>
  phase === "paused" && !sweep && sweptAt === undefined && products === 0;

/** The activity of a copy, in one line. */
export const describeCopy = (state: CopyState): string => {
  const { phase, sweep, products } = state;
  if (phase === "opening") return "Opening the local copy";
  if (isCopyDeleted(state)) return "No local copy of this channel";
  if (phase === "paused") return sweep?.first ? "Loading paused" : "Updates paused";
  if (sweep?.first && phase === "sweeping") return "Loading products";
  if (phase === "sweeping") return "Checking all products";
  if (phase === "checking") return "Checking for updates";
  if (sweep?.first) return `${formatCount(products, "product")} loaded so far`;
  return products === 1 ? "1 product loaded" : `All ${formatCount(products, "product")} loaded`;
};

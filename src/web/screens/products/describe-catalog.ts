import type { CatalogProblem, CatalogState } from "#contract/catalog.ts";
import { capital, formatAge, formatCount, formatQuantity } from "#web/base/format.ts";

const minute = 60_000;

/** "about 15 min left"; undefined while the time is unknown. */
const timeLeft = (ms: number | null): string | undefined => {
  if (ms === null) return undefined;
  if (ms < 10_000) return "a few seconds left";
  if (ms < minute) return `about ${Math.ceil(ms / 10_000) * 10} s left`;
  if (ms < 60 * minute) return `about ${Math.round(ms / minute)} min left`;
  const hours = Math.floor(ms / (60 * minute));
  return `about ${hours} h ${Math.round((ms - hours * 60 * minute) / minute)} min left`;
};

const join = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(" · ");

/** What is under way, its progress, and how much of it is done. */
interface CatalogWords {
  readonly title: string;
  readonly detail: string;
  readonly progress?: { readonly label: string; readonly done: number; readonly total?: number };
}

const describeSweep = (
  { first, seen, total, leftMs }: NonNullable<CatalogState["sweep"]>,
  isActive: boolean,
): CatalogWords => ({
  title: first ? "Loading products" : "Checking all products",
  detail: join(
    total === null
      ? formatCount(seen, "product")
      : `${formatQuantity(seen)} of about ${formatQuantity(Math.max(seen, total))}`,
    isActive && timeLeft(leftMs),
  ),
  progress: {
    label: first ? "Products loaded" : "Products checked",
    done: seen,
    ...(total !== null && { total }),
  },
});

const nameProducts = ({ products, sweptAt }: CatalogState): string => {
  if (sweptAt === null) return `${formatCount(products, "product")} loaded so far`;
  return products === 1 ? "1 product" : `All ${formatCount(products, "product")}`;
};

/** The state of a catalog, in a few words. */
export const describeCatalog = (state: CatalogState, now: number): CatalogWords => {
  const { phase, opening, sweep, checkedAt, sweptFrom, unreadable } = state;
  if (opening && opening.total > 0)
    return {
      title: "Preparing the search",
      detail: `${formatQuantity(opening.done)} of ${formatQuantity(opening.total)}`,
      progress: { label: "Products prepared", ...opening },
    };
  const isActive = phase === "loading" || phase === "checking";
  if (sweep && isActive) return describeSweep(sweep, isActive);
  if (phase === "loading") return { title: "Loading products", detail: "" };
  const updated = [
    checkedAt !== null && `updated ${formatAge(checkedAt, now)}`,
    sweptFrom !== null && `prices and stock ${formatAge(sweptFrom, now)}`,
    unreadable > 0 && `${formatCount(unreadable, "record")} without an ID left out`,
  ];
  return {
    title: phase === "checking" ? "Checking for updates" : nameProducts(state),
    detail: capital(join(...updated)),
  };
};

interface ProblemWords {
  readonly title: string;
  readonly advice: string;
}

const goesOn = "Loading continues automatically. Products loaded so far can be searched.";

const problemWords: Readonly<Record<CatalogProblem["kind"], ProblemWords>> = {
  limit: { title: "Rate limit reached", advice: "Loading continues automatically." },
  upstream: { title: "The service can't load products now", advice: goesOn },
  offline: { title: "The service isn't responding", advice: goesOn },
  token: {
    title: "Token refused",
    advice: "Ask an administrator to set a valid token, then try again.",
  },
  channel: {
    title: "The service refused to load this channel",
    advice: "Check the channel ID, and that it is a reseller channel. Then try again.",
  },
  storage: {
    title: "Products couldn't be stored",
    advice:
      "Products loaded so far can be searched. Ask an administrator to check the disk space of the database, then try again.",
  },
};

const noAccess: ProblemWords = {
  title: "The token has no access to this channel",
  advice: "Ask an administrator to set a token of the account or of this channel, then try again.",
};

/** Why a catalog waits or is stopped, and what to do. */
export const describeCatalogProblem = (
  { phase, waitingUntil }: CatalogState,
  { kind, status, detail }: CatalogProblem,
  now: number,
): ProblemWords => {
  const { title, advice } = kind === "token" && status === 403 ? noAccess : problemWords[kind];
  const seconds = Math.max(1, Math.ceil(((waitingUntil ?? 0) - now) / 1_000));
  const waits = phase === "waiting" && waitingUntil !== null;
  const parts = [
    advice,
    waits && `Retrying in ${seconds} s.`,
    !waits && detail !== "" && `The service says: ${detail}`,
  ];
  return { title, advice: parts.filter(Boolean).join(" ") };
};

import type { ResellerProductParent } from "#contract/products.ts";
import { parseTime } from "#rules/iso-time.ts";

/** The last moment that can be requested. A later date is an error and is ignored. */
const lastMoment = Date.UTC(9999, 11, 31);

/** Digits below the millisecond, which `Date` discards. */
const finerThanMs = /[.,]\d{3}\d*[1-9]\d*\s?(?:Z|[+-][\d:]+)?$/i;

/** The data of a product that the sweep uses. Moments are milliseconds since 1970; null if missing or invalid. */
export interface RowFacts {
  readonly id: number;
  /** `updated_at`, rounded down. */
  readonly updated: number | null;
  /** `updated_at`, rounded up: nothing in the row is later. */
  readonly updatedUp: number | null;
  /** The latest `updated_at` of a variant; it changes with prices and stock, the parent's does not (api 2.2). */
  readonly newestVariant: number | null;
}

const parseMoment = (text: unknown): number | null => {
  const time = parseTime(text);
  return time === undefined || time > lastMoment ? null : time;
};

const findNewest = (variants: unknown): number | null => {
  if (!Array.isArray(variants)) return null;
  const times = variants
    .map((variant: { updated_at?: unknown } | null) => parseMoment(variant?.updated_at))
    .filter((time) => time !== null);
  // Not Math.max(...times): a hostile record may have more variants than a call takes arguments.
  return times.reduce<number | null>((newest, time) => Math.max(newest ?? time, time), null);
};

/** Reads the facts of a product; undefined without an id. Accepts malformed input. */
export const readRowFacts = (product: ResellerProductParent): RowFacts | undefined => {
  const { id, updated_at: text, variants } = product ?? {};
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return undefined;
  const updated = parseMoment(text);
  const finer = updated !== null && finerThanMs.test(text ?? "");
  return {
    id,
    updated,
    updatedUp: updated === null ? null : updated + (finer ? 1 : 0),
    newestVariant: findNewest(variants),
  };
};

/** Whether a row is older than another, as on a cached page. */
export const isOlder = (
  row: Pick<RowFacts, "updated" | "newestVariant">,
  than: Pick<RowFacts, "updated" | "newestVariant">,
): boolean => {
  const [own, other] = [row.updated ?? 0, than.updated ?? 0];
  return own === other ? (row.newestVariant ?? 0) < (than.newestVariant ?? 0) : own < other;
};

import type { ResellerProductParent } from "#contract/products.ts";
import { parseTime } from "#rules/iso-time.ts";

/** The last moment that can be asked for. A date past it is a mistake and orders nothing. */
const lastMoment = Date.UTC(9999, 11, 31);

/** Digits below the millisecond, which the platform's dates drop. */
const finerThanMs = /[.,]\d{3}\d*[1-9]\d*\s?(?:Z|[+-][\d:]+)?$/i;

/** What the sweep needs of a product. Moments are milliseconds since 1970; null where there is none to be read. */
export interface RowFacts {
  readonly id: number;
  /** `updated_at`, rounded down. */
  readonly updated: number | null;
  /** `updated_at`, rounded up: nothing of the row lies strictly after it. */
  readonly updatedUp: number | null;
  /** The newest `updated_at` of a variant, which moves with prices and stock while the parent's does not (api 2.2). */
  readonly newestVariant: number | null;
}

const momentOf = (text: unknown): number | null => {
  const time = parseTime(text);
  return time === undefined || time > lastMoment ? null : time;
};

const newestOf = (variants: unknown): number | null => {
  if (!Array.isArray(variants)) return null;
  const times = variants
    .map((variant: { updated_at?: unknown } | null) => momentOf(variant?.updated_at))
    .filter((time) => time !== null);
  // Not Math.max(...times): a hostile record may have more variants than a call takes arguments.
  return times.reduce<number | null>((newest, time) => Math.max(newest ?? time, time), null);
};

/** A product's facts; undefined when it has no id to keep it by. Takes whatever came. */
export const rowFactsOf = (product: ResellerProductParent): RowFacts | undefined => {
  const { id, updated_at: text, variants } = product ?? {};
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return undefined;
  const updated = momentOf(text);
  const finer = updated !== null && finerThanMs.test(text ?? "");
  return {
    id,
    updated,
    updatedUp: updated === null ? null : updated + (finer ? 1 : 0),
    newestVariant: newestOf(variants),
  };
};

/** Whether a row shows a state before another's, which a page that was kept for a while may do. */
export const isOlder = (
  row: Pick<RowFacts, "updated" | "newestVariant">,
  than: Pick<RowFacts, "updated" | "newestVariant">,
): boolean => {
  const [own, other] = [row.updated ?? 0, than.updated ?? 0];
  return own === other ? (row.newestVariant ?? 0) < (than.newestVariant ?? 0) : own < other;
};

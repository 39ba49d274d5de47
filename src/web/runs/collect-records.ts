import { pageSize } from "#contract/limits.ts";
import type { Answer } from "#web/api/call.ts";

/** The progress of collecting records. */
export interface CollectProgress<R> {
  readonly pages: number;
  readonly records: readonly R[];
}

interface Collecting<R> {
  readonly readPage: (page: number) => Promise<Answer<R[]>>;
  /** The screen's filter in addition to the API's. */
  readonly fits: (record: R) => boolean;
  readonly report: (progress: CollectProgress<R>) => void;
}

/**
 * Reads every matching record, page by page until the first empty one: a short page may be followed by others
 * (neighbours). A record that moves to the next page meanwhile counts once.
 */
export const collectRecords = async <R extends { id?: number | null | undefined }>({
  readPage,
  fits,
  report,
}: Collecting<R>): Promise<R[]> => {
  const byId = new Map<number, R>();
  for (let page = 1; ; page++) {
    const { value, total } = await readPage(page);
    for (const record of value.filter(fits)) if (record.id) byId.set(record.id, record);
    const records = [...byId.values()];
    report({ pages: page, records });
    const whole = total !== undefined && page * pageSize.maximum >= total;
    if (value.length === 0 || whole) return records;
  }
};

import type { Rma } from "#contract/rmas.ts";
import { hasCodeDigits } from "#web/base/code-digits.ts";
import { rmaName } from "#web/records/rma-name.ts";

/** Whether an RMA contains each typed word: in its number, its source, or a line's SKU, title, reason or note. */
export const matchesRma = (rma: Rma, source: string, typed: string): boolean => {
  const lines = rma.items.flatMap(({ sku, title, returnReason, note }) => [
    sku,
    title,
    returnReason,
    note,
  ]);
  const text = [rmaName(rma), rma.rmaStatus, source, ...lines].join("\n").toLowerCase();
  return (
    typed
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) ||
    hasCodeDigits(
      lines.map((line) => line ?? ""),
      typed,
    )
  );
};

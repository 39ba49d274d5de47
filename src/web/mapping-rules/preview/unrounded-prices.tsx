import type { ChangedCell } from "#rules/column-run.ts";
import { counted } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";

const money = /(?:^|_)(?:price|msrp|map|cost|fee)$/;
/** More than two decimals; trailing zeros don't count. */
const unrounded = /\.\d{2}\d*[1-9]/;

const isUnrounded = ({ field, after }: ChangedCell): boolean =>
  money.test(field.path.at(-1) ?? "") &&
  (typeof after === "number" || typeof after === "string") &&
  unrounded.test(String(after));

/** The changes that result in a price with fractions of a cent. */
export const unroundedPrices = (cells: readonly ChangedCell[]): readonly ChangedCell[] =>
  cells.filter(isUnrounded);

/** Warns of prices with more than two decimals. */
export const UnroundedPrices = ({ cells }: { cells: readonly ChangedCell[] }) => {
  const found = unroundedPrices(cells);
  const [first] = found;
  if (first === undefined) return null;
  return (
    <Notice title={`${counted(found.length, "price")} with more than two decimals`} tone="waiting">
      <p>
        For example, {first.field.label} would be {String(first.after)}. Check that the channel
        accepts this.
      </p>
    </Notice>
  );
};

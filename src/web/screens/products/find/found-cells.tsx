import "#web/screens/products/product.css";
import { createContext, Fragment, use } from "react";
import { findMarkRanges } from "#web/api/product-search/mark-ranges.ts";
import type { ProductRow, Spread } from "#web/api/product-search/product-query.ts";
import { formatMoney, formatQuantity, nothing } from "#web/base/format.ts";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Quantity } from "#web/kit/values.tsx";
import { rowName } from "./find-words.ts";

/** The searched words and their corrections, which every cell highlights. */
export const SearchedText = createContext("");

/** A text with the searched words highlighted. */
export const Highlighted = ({ text }: { text: string }) => {
  const words = use(SearchedText);
  const ranges = findMarkRanges(text, words);
  if (ranges.length === 0) return text;
  return ranges.map(({ start, end }, index) => (
    <Fragment key={start}>
      {text.slice(ranges[index - 1]?.end ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
      {index === ranges.length - 1 && text.slice(end)}
    </Fragment>
  ));
};

/** The channel whose products are shown; links to products contain it. */
export const ShownChannel = createContext(0);

const codeNames = { sku: "SKU", mpn: "MPN", upc: "UPC", ean: "EAN", asin: "ASIN" } as const;

/** The number of characters of a title that are visible in any window. */
const visibleTitleLength = 30;

/** The matching part of a long title, where it may be cut off. */
const DistantMatch = ({ title }: { title: string }) => {
  const far = findMarkRanges(title, use(SearchedText)).find(({ end }) => end > visibleTitleLength);
  if (far === undefined || title.length <= visibleTitleLength + 8) return null;
  const from = title.lastIndexOf(" ", Math.max(0, far.start - 12)) + 1;
  return (
    <span className="found__because">
      {from > 0 && "… "}
      <bdi>
        <Highlighted text={title.slice(from)} />
      </bdi>
    </span>
  );
};

/** The reason for a match that no other cell of the row shows. */
const MatchReason = ({ row }: { row: ProductRow }) => {
  const [variant, ...others] = row.matchedVariants;
  if (variant && variant.value !== row.sku)
    return (
      <span className="found__because">
        {codeNames[variant.field]}{" "}
        <bdi>
          <Highlighted text={variant.value} />
        </bdi>
        {others.length > 0 && ` and ${others.length} more`}
      </span>
    );
  return row.matched.length === 1 && row.matched[0] === "attributes" ? (
    <span className="found__because">in attributes or options</span>
  ) : (
    <DistantMatch title={row.title} />
  );
};

/** The cell of a product's name: picture, title, and the match where no other cell shows it. */
export const FoundName = ({ row }: { row: ProductRow }) => (
  <span className="product__name">
    <ProductPicture url={row.image} alt="" size="small" />
    <span className="found__name">
      <span className="found__title">
        <a
          href={`/products/${row.id}?channel=${use(ShownChannel)}`}
          title={rowName(row)}
          data-row-link
        >
          <bdi>
            <Highlighted text={rowName(row)} />
          </bdi>
        </a>
        {row.goneAt !== null && <StatusBadge label="Removed" tone="bad" />}
      </span>
      <MatchReason row={row} />
    </span>
  </span>
);

const spread = (of: Spread | null): string => {
  if (of === null) return nothing;
  return of[0] === of[1] ? formatMoney(of[0]) : `${formatMoney(of[0])}–${formatMoney(of[1])}`;
};

/** Cuts the cents of large amounts; the tooltip has the full range. */
export const Range = ({ of }: { of: Spread | null }) => {
  const text = spread(of);
  return text.length > 14 && of !== null ? (
    <span title={text}>{of.map((amount) => formatQuantity(Math.round(amount))).join("–")}</span>
  ) : (
    text
  );
};

export const BelowMap = ({ row }: { row: ProductRow }) =>
  row.belowMap === 0 ? (
    <span className="faint">–</span>
  ) : (
    <StatusBadge
      label={`${formatQuantity(row.belowMap)} of ${formatQuantity(row.variants)}`}
      tone="waiting"
    />
  );

export const Stock = ({ row }: { row: ProductRow }) =>
  row.stock === 0 ? <span className="product__out">Out</span> : <Quantity amount={row.stock} />;

export const Words = ({ text }: { text: string | null }) =>
  text ? (
    <bdi>
      <Highlighted text={text} />
    </bdi>
  ) : (
    nothing
  );

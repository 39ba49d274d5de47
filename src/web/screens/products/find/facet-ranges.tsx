import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type {
  PriceCount,
  ProductFacets,
  ProductQuery,
} from "#web/api/product-search/product-query.ts";
import { amountHint, readAmount } from "#web/base/amount.ts";
import { DateField } from "#web/kit/date-field.tsx";
import { formatQuantity } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { findFilterDay, findPastDay } from "#web/base/start-of-day.ts";
import { FacetGroup } from "./facet-choices.tsx";
import { formatPriceBand, lastDay } from "./find-words.ts";
import { formatRange, parseRange } from "./product-address.ts";

/** Clickable price bands, each over a bar that shows its number of products. */
const PriceBars = ({
  bands,
  price,
}: {
  bands: readonly PriceCount[];
  price: ProductQuery["price"];
}) => {
  const { filter } = useListSearch();
  const most = Math.max(1, ...bands.map(({ count }) => count));
  const isOn = (band: PriceCount) => price.from === band.from && price.to === band.to;
  return (
    <div className="facet__bands" role="group" aria-label="Price bands">
      {bands
        .filter((band) => band.count > 0 || isOn(band))
        .map((band) => (
          <UnstyledButton
            key={band.from}
            aria-pressed={isOn(band)}
            onClick={() => filter({ price: isOn(band) ? "" : formatRange(band) })}
          >
            <span className="facet__band" style={{ width: `${(band.count / most) * 100}%` }} />
            <span>{formatPriceBand(band)}</span>
            <span className="facet__count">{formatQuantity(band.count)}</span>
          </UnstyledButton>
        ))}
    </div>
  );
};

const ends = ["from", "to"] as const;
const endLabels = { from: "From", to: "To" } as const;

/** From and to, applied when both fields are left or Enter is pressed. What is no amount stays as typed. */
const PriceRange = ({ price }: { price: ProductQuery["price"] }) => {
  const { filter } = useListSearch();
  const shown = { from: String(price.from ?? ""), to: String(price.to ?? "") };
  const [typed, setTyped] = useState<Partial<typeof shown>>({});
  const texts = { ...shown, ...typed };
  const problem = (text: string) =>
    text.trim() === "" || readAmount(text) !== undefined ? undefined : amountHint;
  const commit = () => {
    if (ends.some((end) => problem(texts[end]) !== undefined)) return;
    const next = formatRange(parseRange(`${texts.from.trim()}-${texts.to.trim()}`));
    setTyped({});
    if (next !== formatRange(price)) filter({ price: next });
  };
  return (
    <form
      className="facet__range"
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) commit();
      }}
    >
      {ends.map((end) => (
        <TextInput
          key={end}
          label={
            <>
              <span className="visually-hidden">Price </span>
              {endLabels[end]}
            </>
          }
          name={end}
          autoComplete="off"
          inputMode="decimal"
          value={texts[end]}
          error={problem(texts[end])}
          errorProps={{ role: "status" }}
          onChange={(event) => setTyped({ ...typed, [end]: event.currentTarget.value })}
        />
      ))}
      <UnstyledButton type="submit" hidden>
        Apply
      </UnstyledButton>
    </form>
  );
};

/** Prices as clickable bars and as a range to enter. */
export const FacetPrice = ({ query, facets }: { query: ProductQuery; facets: ProductFacets }) => {
  const { price } = query;
  return (
    <FacetGroup title="Price" chosen={price.from === null && price.to === null ? 0 : 1}>
      <PriceBars bands={facets.prices} price={price} />
      <PriceRange price={price} />
    </FacetGroup>
  );
};

const changedDays = [
  ["Since yesterday", 1],
  ["Last 7 days", 7],
  ["Last 30 days", 30],
] as const;

/** Filters by the date of the last change: from a day on, until a day, or within the last days. */
export const FacetChanged = ({ query }: { query: ProductQuery }) => {
  const { filter } = useListSearch();
  const [now] = useState(() => Date.now());
  const since = findFilterDay(query.changedSince ?? "");
  return (
    <FacetGroup
      title="Updated"
      chosen={Number(query.changedSince !== null) + Number(query.changedBefore !== null)}
    >
      <div className="facet__since">
        <span>From</span>
        <DateField label="Updated from" day={since} onDay={(day) => filter({ since: day })} />
      </div>
      <div className="facet__since">
        <span>To</span>
        <DateField
          label="Updated to"
          day={query.changedBefore === null ? "" : lastDay(query.changedBefore)}
          onDay={(until) => filter({ until })}
        />
      </div>
      <div className="facet__days">
        {changedDays.map(([label, days]) => {
          const day = findPastDay(days, now);
          return (
            <Button
              key={label}
              variant="subtle"
              color="gray"
              size="xs"
              aria-pressed={since === day}
              onClick={() => filter({ since: day, until: "" })}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </FacetGroup>
  );
};

import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type {
  CategoryCount,
  FacetCount,
  PriceCount,
  ProductFacets,
  ProductQuery,
} from "#contract/catalog.ts";
import { amountHint, readAmount } from "#web/base/amounts.ts";
import { formatQuantity } from "#web/base/format.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { findFilterDay, findPastDay } from "#web/base/days.ts";
import { needsSearch } from "#web/kit/choices.ts";
import { DateField } from "#web/kit/date-field.tsx";
import { SkeletonCell } from "#web/kit/skeleton.tsx";
import { formatPriceBand, lastDay, missingNames, stockNames } from "./find-words.ts";
import { formatRange, joinList, parseRange } from "./product-address.ts";

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
const FacetPrice = ({ query, facets }: { query: ProductQuery; facets: ProductFacets }) => {
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
const FacetChanged = ({ query }: { query: ProductQuery }) => {
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

const FacetGroup = ({
  title,
  chosen,
  children,
}: {
  title: string;
  chosen: number;
  children: ReactNode;
}) => (
  <details className="facet" open>
    <summary>
      <span className="label">{title}</span>
      {chosen > 0 && <span className="facet__chosen">{chosen} selected</span>}
    </summary>
    {children}
  </details>
);

interface ChoicesProps<V extends string> {
  title: string;
  /** The name of the filter in the address. */
  name: string;
  choices: readonly (FacetCount<V> & { label?: string; level?: number })[];
  chosen: readonly string[];
  /** The number of choices shown before the user expands the list. */
  first?: number;
  /** Reserves the space of `first` choices and the button below them, so that further choices move nothing. */
  growing?: boolean;
}

const Choice = ({
  label,
  count,
  on,
  level,
  onTurn,
}: {
  label: string;
  count: number;
  on: boolean;
  level: number;
  onTurn: () => void;
}) => (
  <label className="facet__choice" data-none={count === 0 || undefined} data-level={level}>
    {/* Plain elements, because every choice is rendered again on each keystroke of the search. */}
    <input type="checkbox" checked={on} onChange={onTurn} />
    <bdi className="truncate" title={label}>
      {label}
    </bdi>
    <span className="facet__count">{formatQuantity(count)}</span>
  </label>
);

const Choices = <V extends string>({
  title,
  name,
  choices,
  chosen,
  first = 8,
  growing = false,
}: ChoicesProps<V>) => {
  const { filter } = useListSearch();
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState("");
  const turn = (value: string) =>
    filter({
      [name]: joinList(
        chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
      ),
    });
  const readLabel = ({ value, label }: { value: V; label?: string }) => label ?? value;
  const fitting = choices.filter((one) =>
    readLabel(one).toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const shown = all
    ? fitting
    : fitting.filter((one, at) => at < first || chosen.includes(one.value));
  if (choices.length === 0 && !growing) return null;
  return (
    <FacetGroup title={title} chosen={chosen.length}>
      {all && needsSearch(choices.length) && (
        <TextInput
          type="search"
          aria-label={`Search ${title.toLowerCase()}`}
          placeholder={`Search ${title.toLowerCase()}`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div
        className="facet__choices"
        data-all={all || undefined}
        style={growing ? { minHeight: `calc(${first} * var(--facet-line))` } : undefined}
      >
        {shown.map((one) => (
          <Choice
            key={one.value}
            label={readLabel(one)}
            count={one.count}
            level={one.level ?? 1}
            on={chosen.includes(one.value)}
            onTurn={() => turn(one.value)}
          />
        ))}
      </div>
      {growing && choices.length <= first && <div className="facet__more" />}
      {choices.length > first && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() => {
            setAll(!all);
            setTyped("");
          }}
        >
          {all ? "Show fewer" : `Show all ${formatQuantity(choices.length)}`}
        </Button>
      )}
    </FacetGroup>
  );
};

interface FacetProps {
  query: ProductQuery;
  facets: ProductFacets;
  /** Reserves the space of a full list for brands and categories, which grow while the copy loads. */
  growing: boolean;
}

const Switch = ({
  label,
  count,
  on,
  change,
}: {
  label: string;
  count: number;
  on: boolean;
  change: ListSearch;
}) => {
  const { filter } = useListSearch();
  return <Choice label={label} count={count} on={on} level={1} onTurn={() => filter(change)} />;
};

/** The topmost categories first, each followed by its subcategories. */
const inTree = (categories: readonly CategoryCount[]): CategoryCount[] => {
  const keys = new Set(categories.map(({ value }) => value));
  const below = (within: string | null): CategoryCount[] =>
    categories
      .filter((one) => (one.within !== null && keys.has(one.within) ? one.within : null) === within)
      .flatMap((one) => [one, ...below(one.value)]);
  return below(null);
};

export const FacetPanel = ({ query, facets, growing }: FacetProps) => (
  <div className="facets" role="group" aria-label="Filters">
    <Choices
      title="Stock"
      name="stock"
      chosen={query.stock}
      choices={facets.stock.map((one) => ({ ...one, label: stockNames[one.value] }))}
    />
    <Choices
      title="Brand"
      name="brand"
      chosen={query.brands}
      choices={facets.brands}
      growing={growing}
    />
    <Choices
      title="Category"
      name="category"
      chosen={query.categories}
      first={10}
      growing={growing}
      choices={inTree(facets.categories).map(({ value, count, name, level }) => ({
        value,
        count,
        level,
        label: name,
      }))}
    />
    <FacetPrice query={query} facets={facets} />
    <Choices
      title="Missing"
      name="missing"
      chosen={query.missing}
      choices={facets.missing.map((one) => ({ ...one, label: missingNames[one.value] }))}
    />
    <FacetGroup title="Other" chosen={Number(query.belowMap) + Number(query.gone === "only")}>
      <Switch
        label="Below MAP"
        count={facets.belowMap}
        on={query.belowMap}
        change={{ map: query.belowMap ? "" : "below" }}
      />
      <Switch
        label="Removed"
        count={facets.gone}
        on={query.gone === "only"}
        change={{ gone: query.gone === "only" ? "" : "only" }}
      />
    </FacetGroup>
    <FacetChanged query={query} />
  </div>
);

const skeletonGroups = [
  ["Stock", 3],
  ["Brand", 8],
  ["Category", 10],
] as const;

/** Holds the filters' space until their choices are known. */
export const FacetsSkeleton = () => (
  <div className="facets" aria-hidden="true">
    {skeletonGroups.map(([title, lines]) => (
      <div key={title} className="facet facet--coming">
        <span className="label">{title}</span>
        {Array.from({ length: lines }, (_, line) => (
          <span key={line} className="facet__choice">
            <SkeletonCell width={2} />
            <SkeletonCell width={9 + ((line * 5) % 7)} />
          </span>
        ))}
      </div>
    ))}
  </div>
);

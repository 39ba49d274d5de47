import { TextInput, UnstyledButton } from "@mantine/core";
import type {
  PriceCount,
  ProductFacets,
  ProductQuery,
} from "#web/api/product-search/product-query.ts";
import { formatMoney, formatQuantity } from "#web/ui/format.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { FacetGroup } from "./facet-group.tsx";
import { formatRange } from "./product-address.ts";

const bandName = ({ from, to }: PriceCount) =>
  to === null ? `${formatMoney(from)} or more` : `${formatMoney(from)} to ${formatMoney(to)}`;

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
            <span>{bandName(band)}</span>
            <span className="facet__count">{formatQuantity(band.count)}</span>
          </UnstyledButton>
        ))}
    </div>
  );
};

/** From and to, applied when the field is left or Enter is pressed. */
const PriceRange = ({ price }: { price: ProductQuery["price"] }) => {
  const { filter } = useListSearch();
  const commit = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const text = `${String(data.get("from")).trim()}-${String(data.get("to")).trim()}`;
    const next = text === "-" ? "" : text;
    if (next !== formatRange(price)) filter({ price: next });
  };
  return (
    <form
      className="facet__range"
      key={formatRange(price)}
      onSubmit={(event) => {
        event.preventDefault();
        commit(event.currentTarget);
      }}
      onBlur={(event) => commit(event.currentTarget)}
    >
      {(["from", "to"] as const).map((end) => (
        <TextInput
          key={end}
          label={
            <>
              <span className="visually-hidden">Price </span>
              {end}
            </>
          }
          name={end}
          type="number"
          min="0"
          step="any"
          inputMode="decimal"
          defaultValue={price[end] ?? ""}
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

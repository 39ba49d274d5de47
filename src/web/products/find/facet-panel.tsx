import "./facet-panel.css";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type {
  CategoryCount,
  FacetCount,
  ProductFacets,
  ProductQuery,
} from "#web/api/product-search/product-query.ts";
import { formatQuantity } from "#web/ui/format.ts";
import { type ListSearch, useListSearch } from "#web/ui/list-search.ts";
import { FacetChanged } from "./facet-changed.tsx";
import { FacetGroup } from "./facet-group.tsx";
import { FacetPrice } from "./facet-price.tsx";
import { missingNames, stockNames } from "./find-words.ts";
import { joinList } from "./product-address.ts";

interface FacetProps {
  query: ProductQuery;
  facets: ProductFacets;
  /** Reserves the space of a full list for brands and categories, which grow while the copy loads. */
  growing: boolean;
}

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
    <bdi title={label}>{label}</bdi>
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
      {all && choices.length > 20 && (
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

/** The filters of a search, with the number of products that each choice would leave. */
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

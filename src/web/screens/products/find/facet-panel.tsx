import "./facet-panel.css";
import type {
  CategoryCount,
  ProductFacets,
  ProductQuery,
} from "#web/api/product-search/product-query.ts";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { SkeletonCell } from "#web/kit/skeleton.tsx";
import { Choice, Choices, FacetGroup } from "./facet-choices.tsx";
import { FacetChanged, FacetPrice } from "./facet-ranges.tsx";
import { missingNames, stockNames } from "./find-words.ts";

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

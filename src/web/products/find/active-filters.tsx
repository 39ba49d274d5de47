import { Button, UnstyledButton } from "@mantine/core";
import type {
  CorrectedWord,
  ProductFacets,
  ProductQuery,
} from "#web/api/product-search/product-query.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { listActiveFilters } from "./find-words.ts";
import { joinList, withoutFilters } from "./product-address.ts";

interface ActiveFiltersProps {
  query: ProductQuery;
  facets: ProductFacets | undefined;
  corrected: readonly CorrectedWord[] | undefined;
}

const Corrected = ({ words }: { words: readonly CorrectedWord[] }) => {
  const { filter } = useListSearch();
  return (
    <span className="found__corrected" role="status">
      Few products match {words.map(({ typed }) => `“${typed.toLowerCase()}”`).join(" and ")}{" "}
      exactly. Also showing matches for{" "}
      {words.flatMap(({ used }) => used.map((word) => word.toLowerCase())).join(", ")}.{" "}
      <Button variant="subtle" color="gray" size="xs" onClick={() => filter({ exact: "1" })}>
        Exact match
      </Button>
    </span>
  );
};

/** The filters of the search, each with a way to remove it, and the near matches. */
export const ActiveFilters = ({ query, facets, corrected }: ActiveFiltersProps) => {
  const { filter } = useListSearch();
  const categoryName = (key: string) =>
    facets?.categories.find(({ value }) => value === key)?.name ?? "Category";
  const filters = listActiveFilters(query, categoryName);
  if (filters.length === 0 && !corrected?.length && !query.exact) return null;
  return (
    <div className="found__narrowed">
      {filters.map(({ label, name, without }) => (
        <UnstyledButton
          key={`${name} ${label}`}
          className="found__chip"
          aria-label={`Remove filter ${label}`}
          onClick={() => filter({ [name]: joinList(without) })}
        >
          <bdi>{label}</bdi> <span aria-hidden="true">×</span>
        </UnstyledButton>
      ))}
      {query.exact && (
        <UnstyledButton
          className="found__chip"
          aria-label="Remove filter Exact match"
          onClick={() => filter({ exact: "" })}
        >
          Exact match <span aria-hidden="true">×</span>
        </UnstyledButton>
      )}
      {filters.length > 1 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => filter(withoutFilters)}>
          Clear filters
        </Button>
      )}
      {corrected !== undefined && corrected.length > 0 && <Corrected words={corrected} />}
    </div>
  );
};

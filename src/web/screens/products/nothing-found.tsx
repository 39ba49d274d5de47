import { Button } from "@mantine/core";
import type { ProductQuery } from "#contract/catalog.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { findNames } from "./find-names.ts";
import { listActiveFilters } from "./find-words.ts";

const asksForRemovedOnly = (query: ProductQuery): boolean =>
  query.gone === "only" &&
  query.text.trim() === "" &&
  listActiveFilters(query, (key) => key).length === 1;

const wordsFor = (query: ProductQuery, partly: boolean): { title: string; text: string } => {
  if (asksForRemovedOnly(query))
    return {
      title: "No removed products",
      text: "Products that a full check no longer finds in the channel appear here, as last loaded.",
    };
  return partly
    ? {
        title: "No matches yet",
        text: "The channel's products are still loading. Matches may appear as they load.",
      }
    : {
        title: "No matching products",
        text: "Remove a word or a filter. Search covers title, SKU, brand, codes, attributes and options.",
      };
};

/** Replaces the rows: nothing in the catalog matches, or nothing matches yet. */
export const NothingFound = ({ query, partly }: { query: ProductQuery; partly: boolean }) => {
  const { filter } = useListSearch();
  const { title, text } = wordsFor(query, partly);
  return (
    <Notice
      title={title}
      blank
      tone="still"
      actions={
        <Button onClick={() => filter(Object.fromEntries(findNames.map((name) => [name, ""])))}>
          Show all products
        </Button>
      }
    >
      <p>{text}</p>
    </Notice>
  );
};

/** The channel was read completely and has no products. */
export const NoProducts = () => (
  <Notice title="This channel has no products" blank tone="still">
    <p>Only reseller channels have products. Select another channel above.</p>
  </Notice>
);

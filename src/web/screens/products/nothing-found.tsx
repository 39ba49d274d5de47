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

/** The value of a text like "color:red": the search has no field names. */
const findFieldValue = (text: string): string | undefined =>
  /^\s*[\p{L}_ ]+:\s*(\S.*)$/u.exec(text)?.[1]?.replaceAll('"', "").trim();

/** Replaces the rows: nothing in the catalog matches, or nothing matches yet. */
export const NothingFound = ({ query, partly }: { query: ProductQuery; partly: boolean }) => {
  const { filter } = useListSearch();
  const { title, text } = wordsFor(query, partly);
  const value = findFieldValue(query.text);
  return (
    <Notice
      title={title}
      blank
      tone="still"
      actions={
        <>
          {value && <Button onClick={() => filter({ q: value })}>Search for “{value}”</Button>}
          <Button onClick={() => filter(Object.fromEntries(findNames.map((name) => [name, ""])))}>
            Show all products
          </Button>
        </>
      }
    >
      <p>{value ? "The search needs no field names: enter only the value." : text}</p>
    </Notice>
  );
};

/** The channel was read completely and has no products. */
export const NoProducts = () => (
  <Notice title="This channel has no products" blank tone="still">
    <p>Only reseller channels have products. Select another channel above.</p>
  </Notice>
);

import { Button } from "@mantine/core";
import type { ProductQuery } from "#web/products/search/product-query.ts";
import { useListSearch } from "#web/ui/list-search.ts";
import { Notice } from "#web/ui/notice.tsx";
import { findNames } from "./find-names.ts";
import { narrowingsOf } from "./find-words.ts";

const asksForGoneAlone = (query: ProductQuery): boolean =>
  query.gone === "only" &&
  query.text.trim() === "" &&
  narrowingsOf(query, (key) => key).length === 1;

const wordsFor = (query: ProductQuery, partly: boolean): { title: string; text: string } => {
  if (asksForGoneAlone(query))
    return {
      title: "No product is gone",
      text: "Each time everything is checked again, products that are no longer in the channel come here, as they were last read.",
    };
  return partly
    ? {
        title: "Nothing found so far",
        text: "The channel is still being copied into this browser: what is looked for may come yet.",
      }
    : {
        title: "No product fits",
        text: "Take a word or a filter away. Words may stand anywhere in title, SKU, brand, codes, attributes and options.",
      };
};

/** In the place of rows: what was looked for is not in the copy, or not yet. */
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

/** The channel was read whole, and holds nothing. */
export const NoProducts = () => (
  <Notice title="This channel has no products" blank tone="still">
    <p>Products belong to reseller channels: choose another one above.</p>
  </Notice>
);

/** A person had the copy deleted, and nobody wanted it again. */
export const Forgotten = ({ onResume }: { onResume: () => void }) => (
  <Notice
    title="Nothing of this channel is in this browser"
    blank
    tone="still"
    actions={<Button onClick={onResume}>Copy it again</Button>}
  >
    <p>Its copy was forgotten. Only what is copied can be found.</p>
  </Notice>
);

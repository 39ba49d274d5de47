import { useEffect, useState } from "react";
import { openCopyForLookup } from "#web/api/product-copy/product-copy.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import {
  createProductFinder,
  nothingFound,
  type ProductFinder,
  type ProductsFound,
} from "./product-finder.ts";

interface Products extends ProductsFound {
  readonly channel: number | undefined;
  /** The products for the current text are not known yet. */
  readonly isPending: boolean;
}

const never: ProductFinder["found"] = { get: () => nothingFound, subscribe: () => () => {} };

/** Finds products in the local copy of the last viewed channel. Sends no request to the API. */
export const useProducts = (text: string): Products => {
  const [channel] = useState(lastChannel);
  const [slot] = useState(() => createValueStore<ProductFinder | undefined>(undefined));
  useEffect(() => {
    if (channel === undefined) return;
    const copy = openCopyForLookup(channel);
    slot.set(createProductFinder(copy));
    return () => copy.close();
  }, [channel, slot]);
  const finder = useValue(slot);
  useEffect(() => finder?.ask(text), [finder, text]);
  const found = useValue(finder?.found ?? never);
  const isPending = channel !== undefined && found.text !== text;
  // Keeps the rows of the previous text until the next ones are found, so that they don't flicker with each key.
  return { ...found, rows: text === "" ? [] : found.rows, channel, isPending };
};

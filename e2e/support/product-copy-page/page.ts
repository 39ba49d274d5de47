import { openProductCopy, type ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { everyProduct } from "#contract/catalog.ts";

/** The functions with which the tests use a copy. */
interface CopyPage {
  readonly copy: ProductCopy;
  /** The ids of the products that a text finds. */
  readonly find: (text: string) => Promise<number[]>;
}

declare global {
  // The page's own name for it.
  var copyPage: CopyPage | undefined;
}

const copy = openProductCopy(1);
globalThis.copyPage = {
  copy,
  find: async (text) => [...(await copy.search({ ...everyProduct, text })).ids],
};

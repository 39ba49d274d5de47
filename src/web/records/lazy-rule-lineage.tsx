import type { ResellerProductParent } from "#contract/products.ts";
import { later } from "#web/kit/later.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";

/* What the screens of rules show on those of products and mapping sets. Lint lets only this file load it, and only later. */

const Lineage = later(
  async () =>
    (await import("#web/screens/mapping-rules/lineage/product-lineage.tsx")).ProductLineage,
);

export const SetLookups = later(
  async () => (await import("#web/screens/mapping-rules/lineage/set-lookups.tsx")).SetLookups,
);

const Waiting = () => (
  <Sheet title="Field by field">
    <div className="stack" role="status" aria-busy="true" aria-label="Loading">
      {[36, 48, 28, 40, 44, 32].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  </Sheet>
);

/** How rules change a product. */
export const ProductLineage = ({ product }: { product: ResellerProductParent }) => (
  <Lineage product={product} waiting={<Waiting />} instead={<Waiting />} />
);

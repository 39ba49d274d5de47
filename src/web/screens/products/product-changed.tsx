import type { ResellerProductParent } from "#contract/products.ts";
import { LongTable } from "#web/kit/first-rows.tsx";
import { formatCount } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Moment, Text } from "#web/kit/values.tsx";
import type { CopiedProduct } from "#web/api/product-copy/copy-messages.ts";
import type { ViewedProduct } from "./last-viewed.ts";
import { type ProductChange, productChanges } from "./product-changes.ts";

interface ChangedPartsProps {
  product: ResellerProductParent;
  copied: CopiedProduct | undefined;
  /** The last view in which it was different. */
  lastView: ViewedProduct | undefined;
}

/** The last different version: the one last viewed, else the copy's current or previous one. */
const findLastDifferent = ({ product, copied, lastView }: ChangedPartsProps) => {
  const versions = [
    lastView && { ...lastView, how: "you opened it" },
    copied && { product: copied.product, at: copied.readAt, how: "it was loaded" },
    copied?.previous && {
      product: copied.previous.product,
      at: copied.previous.readAt,
      how: "it was loaded",
    },
  ];
  for (const version of versions) {
    const changes = version ? productChanges(version.product, product) : [];
    if (version && changes.length > 0) return { ...version, changes };
  }
  return undefined;
};

const Side = ({ text }: { text: string | null }) =>
  text === null ? <span className="faint">none</span> : <Text value={text} />;

/** The differences from the product as it was last viewed here, or as this browser last read it. */
export const ChangedParts = (props: ChangedPartsProps) => {
  const last = findLastDifferent(props);
  if (last === undefined) return null;
  return (
    <Sheet
      title="What changed"
      note={
        <>
          {formatCount(last.changes.length, "change")} since {last.how}{" "}
          <Moment at={new Date(last.at).toISOString()} />
        </>
      }
      flush
    >
      <LongTable<ProductChange>
        of="change"
        label="What changed"
        rows={last.changes}
        columns={[
          { header: "Field", cell: ({ label }) => <Text value={label} /> },
          { header: "Before", cell: ({ before }) => <Side text={before} /> },
          { header: "Now", cell: ({ after }) => <Side text={after} /> },
        ]}
        none=""
      />
    </Sheet>
  );
};

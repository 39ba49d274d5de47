import type { ResellerProductParent } from "#contract/products.ts";
import { counted } from "#web/ui/format.ts";
import { PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { Moment, Text } from "#web/ui/values.tsx";
import type { CopiedProduct } from "./copy/product-copy.ts";
import { type ProductChange, productChanges } from "./product-changes.ts";

interface ChangedPartsProps {
  product: ResellerProductParent;
  copied: CopiedProduct | undefined;
}

/** The last reading that differs from what is shown: the copy's own, else the one before it. */
const lastOther = ({ product, copied }: ChangedPartsProps) => {
  if (copied === undefined) return undefined;
  const versions = [{ product: copied.product, readAt: copied.readAt }, copied.previous];
  for (const version of versions) {
    const changes = version ? productChanges(version.product, product) : [];
    if (version && changes.length > 0) return { changes, readAt: version.readAt };
  }
  return undefined;
};

const Side = ({ text }: { text: string | null }) =>
  text === null ? <span className="faint">nothing</span> : <Text value={text} />;

/** What differs from the last time that this browser read the product. */
export const ChangedParts = (props: ChangedPartsProps) => {
  const last = lastOther(props);
  if (last === undefined) return null;
  return (
    <Sheet
      title="What changed"
      note={
        <>
          {counted(last.changes.length, "change")} since it was read{" "}
          <Moment at={new Date(last.readAt).toISOString()} />
        </>
      }
      flush
    >
      <PlainTable<ProductChange>
        label="What changed"
        rows={last.changes}
        columns={[
          { header: "What", cell: ({ label }) => <Text value={label} /> },
          { header: "Before", cell: ({ before }) => <Side text={before} /> },
          { header: "Now", cell: ({ after }) => <Side text={after} /> },
        ]}
        none=""
      />
    </Sheet>
  );
};

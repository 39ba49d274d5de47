import { ResellerProductParent } from "#contract/products.ts";
import { LongTable } from "#web/kit/first-rows.tsx";
import { PlainTable } from "#web/kit/plain-table.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, ExternalLink, Moment, Quantity, Text } from "#web/kit/values.tsx";

type Product = ResellerProductParent;

const Categories = ({ product }: { product: Product }) => (
  <PlainTable
    label="Categories"
    rows={[product.category_one, product.category_two, product.category_three].filter(
      (category) => category !== null && category !== undefined,
    )}
    columns={[
      { header: "Category", cell: ({ name }) => <Text value={name} /> },
      { header: "ID", cell: ({ id }) => <Code value={id} /> },
      { header: "Parent", cell: ({ parent_category_id: id }) => <Code value={id} /> },
      { header: "Channel", cell: ({ channel_id: id }) => <Code value={id} /> },
      { header: "Created", cell: ({ inserted_at: at }) => <Moment at={at} absolute /> },
      { header: "Updated", cell: ({ updated_at: at }) => <Moment at={at} absolute /> },
    ]}
    none="No categories."
  />
);

const Images = ({ product }: { product: Product }) => (
  <LongTable
    of="image"
    label="Image records"
    rows={product.images}
    columns={[
      { header: "Image", cell: ({ url }) => <ExternalLink href={url} /> },
      { header: "MD5", cell: ({ md5_checksum: md5 }) => <Code value={md5} /> },
      { header: "Position", align: "end", cell: ({ sort_order: at }) => <Quantity amount={at} /> },
      { header: "ID", align: "end", cell: ({ id }) => <Code value={id} /> },
    ]}
    none="No images."
  />
);

interface Named {
  id?: number | null | undefined;
  name?: string | null | undefined;
  value?: string | null | undefined;
}

const createRows = (kind: string, records: readonly Named[]) =>
  records.map((record) => ({ kind, ...record }));

const OptionsAndAttributes = ({ product }: { product: Product }) => (
  <LongTable
    of="record"
    label="Option and attribute records"
    rows={[
      ...createRows("Option", product.options),
      ...createRows("Attribute", product.attributes),
    ]}
    columns={[
      { header: "Name", cell: ({ name }) => <Text value={name} /> },
      { header: "Kind", cell: ({ kind }) => kind },
      { header: "Value", cell: ({ value }) => <Text value={value} /> },
      { header: "ID", align: "end", cell: ({ id }) => <Code value={id} /> },
    ]}
    none="No options or attributes."
  />
);

/** Every field of a product and of its records, without its variants. */
export const ProductRecords = ({ product }: { product: Product }) => (
  <>
    <Sheet title="All fields">
      <RecordFields
        record={product}
        names={Object.keys(ResellerProductParent.shape)}
        leaveOut={["description"]}
      />
    </Sheet>
    <Sheet title="Categories" flush>
      <Categories product={product} />
    </Sheet>
    <Sheet title="Image records" flush>
      <Images product={product} />
    </Sheet>
    <Sheet title="Option and attribute records" flush>
      <OptionsAndAttributes product={product} />
    </Sheet>
  </>
);

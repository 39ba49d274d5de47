import type { ReactNode } from "react";
import { ResellerProductParent, ResellerProductVariant } from "#contract/products.ts";
import { effectivePrice, isBelowMap } from "#catalog/read-product.ts";
import { formatCount } from "#web/base/format.ts";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { type PlainColumn, PlainTable } from "#web/kit/plain-table.tsx";
import { LongTable } from "#web/kit/first-rows.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import { formatSize, formatWeight, variantName } from "./product-words.ts";

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

interface ImageRecordsProps {
  label: string;
  images: Product["images"];
}

const ImageRecords = ({ label, images }: ImageRecordsProps) => (
  <LongTable
    of="image"
    label={label}
    rows={images}
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
      <ImageRecords label="Image records" images={product.images} />
    </Sheet>
    <Sheet title="Option and attribute records" flush>
      <OptionsAndAttributes product={product} />
    </Sheet>
  </>
);

type Variant = ResellerProductVariant;

const Options = ({ variant }: { variant: Variant }) => (
  <div className="variant__options row">
    {variant.option_values.map(({ name, value }, index) => (
      <span key={index}>
        {name && <span className="label">{name}</span>} <Text value={value} />
      </span>
    ))}
  </div>
);

const Price = ({ variant }: { variant: Variant }) => {
  const asked = effectivePrice(variant);
  const onSale = asked !== variant.price;
  return (
    <span>
      {onSale && (
        <del>
          <span className="visually-hidden">Regular price </span>
          <Money amount={variant.price} />
        </del>
      )}{" "}
      <strong>
        {onSale && <span className="visually-hidden">Sale price </span>}
        <Money amount={asked} />
      </strong>
    </span>
  );
};

const columns: readonly PlainColumn<Variant>[] = [
  {
    header: "Variant",
    cell: (variant) => (
      <span className="variant__name">
        {variant.option_values.length > 0 ? (
          <Options variant={variant} />
        ) : (
          <Text value={variantName(variant)} />
        )}
        <span>
          <CopyCode value={variant.sku} what="SKU" />
        </span>
      </span>
    ),
  },
  { header: "Price", align: "end", cell: (variant) => <Price variant={variant} /> },
  {
    header: "MAP",
    align: "end",
    cell: (variant) => (
      <span className="variant__map row">
        {isBelowMap(variant) && <StatusBadge label="Below MAP" tone="waiting" />}{" "}
        <Money amount={variant.map} />
      </span>
    ),
  },
  { header: "MSRP", align: "end", cell: (variant) => <Money amount={variant.msrp} /> },
  {
    header: "Stock",
    align: "end",
    cell: (variant) =>
      variant.quantity === 0 ? (
        <span className="product__out">Out</span>
      ) : (
        <Quantity amount={variant.quantity} />
      ),
  },
  { header: "L × W × H", align: "end", wide: true, cell: formatSize },
  {
    header: "Weight",
    align: "end",
    cell: (variant) => formatWeight(variant.weight, variant.weight_unit),
  },
  {
    header: "Dim. weight",
    align: "end",
    // The API gives it without a unit of its own; it is a weight like the one beside it.
    cell: (variant) => <Quantity amount={variant.dimensional_weight} />,
  },
];

const inColumns = ["sku", "price", "sale_price", "map", "msrp", "quantity", "dimensional_weight"];
const identifiers = [
  ["MPN", "mpn"],
  ["UPC", "upc"],
  ["EAN", "ean"],
  ["ASIN", "asin"],
] as const;

const Identifiers = ({ variant }: { variant: Variant }): ReactNode =>
  identifiers
    .filter(([, name]) => variant[name])
    .map(([label, name]) => (
      <span key={name}>
        <span className="label">{label}</span> <Code value={variant[name]} />
      </span>
    ));

const More = ({ variant }: { variant: Variant }) => (
  <details className="variant__more">
    <summary>
      <span className="variant__summary">
        <Identifiers variant={variant} />
        <span>Details</span>
      </span>
    </summary>
    <div className="stack">
      <RecordFields
        record={variant}
        names={Object.keys(ResellerProductVariant.shape)}
        leaveOut={inColumns}
      />
      {variant.images.length > 0 && (
        <ImageRecords label={`Images of ${variantName(variant)}`} images={variant.images} />
      )}
    </div>
  </details>
);

const textsOfVariant = ({ sku, title, upc, ean, mpn, asin, option_values: options }: Variant) => [
  [sku, title, upc, ean, mpn, asin],
  options.map(({ value }) => value),
];

/** A product's variants: prices, stock, measures and identifiers. */
export const ProductVariants = ({ product }: { product: ResellerProductParent }) => (
  <Sheet title="Variants" note={formatCount(product.variants.length, "variant")} flush>
    <LongTable
      of="variant"
      textsOf={textsOfVariant}
      label="Variants of this product"
      columns={columns}
      rows={product.variants}
      none="No variants. A product without variants can't be sold."
      below={(variant) => <More variant={variant} />}
    />
  </Sheet>
);

import { Link } from "@tanstack/react-router";
import type { ResellerProductParent } from "#contract/products.ts";
import type { Column } from "#web/ui/data-table-model.ts";
import { quantity } from "#web/ui/format.ts";
import { listSearch } from "#web/ui/list-search.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { Code, Moment, Quantity, Text } from "#web/ui/values.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { placeOf } from "./product-place.ts";
import {
  askedPrice,
  belowMapCount,
  productName,
  rangeInWords,
  rangeOf,
  stockOf,
} from "./product-words.ts";

type Product = ResellerProductParent;

const Name = ({ product }: { product: Product }) => (
  <span className="product__name">
    <ProductPicture url={product.images[0]?.url} alt="" size="small" />
    <Link
      to="/products/$id"
      params={{ id: String(product.id) }}
      search={listSearch({ ...placeOf(product) }) as never}
      title={productName(product)}
      data-row-link
    >
      <bdi>{productName(product)}</bdi>
    </Link>
  </span>
);

const BelowMap = ({ product }: { product: Product }) => {
  const below = belowMapCount(product);
  return below === 0 ? (
    <span className="faint">–</span>
  ) : (
    <StatusBadge
      label={`${quantity(below)} of ${quantity(product.variants.length)}`}
      tone="waiting"
    />
  );
};

const Stock = ({ product }: { product: Product }) => {
  const units = stockOf(product);
  return units === 0 ? <span className="product__out">Out</span> : <Quantity amount={units} />;
};

/** The list's columns. */
export const productColumns: readonly Column<Product>[] = [
  {
    id: "title",
    header: "Product",
    width: 325,
    main: true,
    value: productName,
    cell: (product) => <Name product={product} />,
  },
  {
    id: "sku",
    header: "SKU",
    width: 130,
    value: (product) => product.sku,
    cell: (product) => <Code value={product.sku} />,
  },
  {
    id: "brand",
    header: "Brand",
    width: 130,
    value: (product) => product.brand,
    cell: (product) => <Text value={product.brand} />,
  },
  {
    id: "price",
    header: "Price",
    width: 150,
    align: "end",
    value: (product) => rangeOf(product.variants.map(askedPrice))?.[0],
    cell: (product) => rangeInWords(product.variants.map(askedPrice)),
  },
  {
    id: "map",
    header: "Below MAP",
    width: 100,
    value: belowMapCount,
    cell: (product) => <BelowMap product={product} />,
  },
  {
    id: "quantity",
    header: "Stock",
    width: 70,
    align: "end",
    value: stockOf,
    cell: (product) => <Stock product={product} />,
  },
  {
    id: "variants",
    header: "Variants",
    width: 80,
    align: "end",
    value: (product) => product.variants.length,
    cell: (product) => <Quantity amount={product.variants.length} />,
  },
  {
    id: "updated_at",
    header: "Changed",
    width: 125,
    value: (product) => product.updated_at,
    cell: (product) => <Moment at={product.updated_at} />,
  },
  {
    id: "inserted_at",
    header: "Created",
    width: 120,
    optional: true,
    value: (product) => product.inserted_at,
    cell: (product) => <Moment at={product.inserted_at} />,
  },
  {
    id: "id",
    header: "Id",
    width: 80,
    optional: true,
    value: (product) => product.id,
    cell: (product) => <Code value={product.id} />,
  },
];

import { Link } from "@tanstack/react-router";
import { FirstRows } from "#web/kit/first-rows.tsx";
import type { ResellerProductParent } from "#contract/products.ts";
import { ApiError } from "#web/base/api-error.ts";
import { useChannelName } from "#web/api/party-names.ts";
import { CopyButton } from "#web/kit/panels.tsx";
import { formatCount } from "#web/base/format.ts";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { lastChannel } from "#web/base/last-channel.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, Moment, Quantity, Text } from "#web/kit/values.tsx";
import type { ProductCopy } from "#web/api/product-copy/product-copy.ts";
import { useProductCopy } from "#web/screens/products/find/use-product-copy.ts";
import { ChangedParts } from "./product-changed.tsx";
import { ProductDescription } from "./product-description.tsx";
import { ProductGallery } from "./product-gallery.tsx";
import { getChannelId } from "./product-place.ts";
import { ProductReading } from "./product-reading.tsx";
import { ProductRecords } from "./product-records.tsx";
import { ProductSearch } from "./product-search.tsx";
import { ProductVariants } from "./product-variants.tsx";
import { useProduct } from "./use-product.ts";
import { effectivePrice } from "#web/api/effective-price.ts";
import {
  countBelowMap,
  categoryPath,
  productName,
  formatPriceRange,
  sumStock,
} from "./product-words.ts";
import { toRecordId } from "#web/base/record-id.ts";

type Product = ResellerProductParent;
const crumbs = [{ label: "Products", to: "/products" }];

const about = (product: Product, channelName: (id: number) => string): KeyValue[] => [
  {
    label: "SKU",
    value: (
      <>
        <Code value={product.sku} /> <CopyButton text={product.sku} what="SKU" />
      </>
    ),
  },
  { label: "Brand", value: <Text value={product.brand} />, empty: !product.brand },
  {
    label: "Category",
    value: <Text value={categoryPath(product).join(" › ")} />,
    empty: categoryPath(product).length === 0,
    wide: true,
  },
  { label: "Price", value: formatPriceRange(product.variants.map(effectivePrice)) },
  {
    label: "MAP",
    value: formatPriceRange(product.variants.map(({ map }) => map)),
    empty: product.variants.every(({ map }) => (map ?? null) === null),
  },
  {
    label: "MSRP",
    value: formatPriceRange(product.variants.map(({ msrp }) => msrp)),
    empty: product.variants.every(({ msrp }) => (msrp ?? null) === null),
  },
  { label: "In stock", value: <Quantity amount={sumStock(product)} /> },
  {
    label: "Channel",
    value: (
      <Link to="/products" search={{ channel: String(product.channel_id) }}>
        <bdi>{channelName(product.channel_id)}</bdi>
      </Link>
    ),
  },
  {
    label: "Options",
    value: <Text value={product.options.map(({ name }) => name).join(", ")} />,
    empty: product.options.length === 0,
  },
  { label: "Created", value: <Moment at={product.inserted_at} absolute /> },
  { label: "Updated", value: <Moment at={product.updated_at} absolute /> },
];

const Marks = ({ product }: { product: Product }) => {
  const below = countBelowMap(product);
  return (
    <>
      {below > 0 && (
        <StatusBadge
          label={`${formatCount(below, "variant")} below MAP`}
          tone="waiting"
          title="Offered for less than the minimum advertised price"
        />
      )}
      {sumStock(product) === 0 && <StatusBadge label="Out of stock" tone="bad" />}
    </>
  );
};

/** Keyed by index, because a product may have an attribute twice. */
const Attributes = ({ product }: { product: Product }) => (
  <Sheet title="Attributes" note={formatCount(product.attributes.length, "attribute")}>
    <FirstRows label="Search attributes" of="attribute" rows={product.attributes}>
      {(attributes) => (
        <dl className="key-values">
          {attributes.map(({ name, value }, index) => (
            <div key={index}>
              <dt>{name || "–"}</dt>
              <dd>
                <Text value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </FirstRows>
  </Sheet>
);

const ProductContent = ({ product }: { product: Product }) => (
  <>
    <ProductVariants product={product} />
    <ProductDescription html={product.description} />
  </>
);

const Found = ({ id, copy }: { id: string; copy: ProductCopy }) => {
  const { reading, copied, lastView, loadedAt, fresh, lost, error } = useProduct(
    toRecordId(id),
    copy,
  );
  const channelName = useChannelName(fresh);
  if (lost) return <NotFound id={id} error={error instanceof ApiError ? error : null} />;
  return (
    <RecordScreen
      query={reading}
      id={id}
      kind="products"
      fallback={`product ${id}`}
      titleOf={productName}
      crumbs={crumbs}
      beside={(product) => <Marks product={product} />}
      technical={(product) => <ProductRecords product={product} />}
    >
      {(product) => (
        <>
          <ProductReading copied={copied} loadedAt={loadedAt} error={error} fresh={fresh} />
          <div className="product__head">
            <ProductGallery key={product.id} product={product} />
            <div className="stack">
              <Sheet title="About this product">
                <KeyValues items={about(product, channelName)} />
              </Sheet>
              {product.attributes.length > 0 && <Attributes product={product} />}
            </div>
          </div>
          <ChangedParts product={product} copied={copied} lastView={lastView} />
          <ProductContent product={product} />
        </>
      )}
    </RecordScreen>
  );
};

const Opening = ({ id, channelId }: { id: string; channelId: number }) => {
  const copy = useProductCopy(channelId);
  return copy ? (
    <Found key={`${channelId} ${id}`} id={id} copy={copy} />
  ) : (
    <Screen title={`Product ${id}`} crumbs={crumbs}>
      {null}
    </Screen>
  );
};

const NotFound = ({ id, error = null }: { id: string; error?: unknown }) => (
  <Screen title={`Product ${id}`} crumbs={crumbs}>
    <ProductSearch id={id} error={error} />
  </Screen>
);

/** One product: prices and stock of its variants, images, description, changes, and all of its data. */
export const ProductDetail = () => {
  const id = useRouteId();
  const { search } = useListSearch();
  const channelId = getChannelId(search) ?? lastChannel();
  return channelId === undefined ? <NotFound id={id} /> : <Opening id={id} channelId={channelId} />;
};

import { Button, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { CatalogProduct } from "#contract/catalog.ts";
import type { ResellerProductParent } from "#contract/products.ts";
import { useChannelName } from "#web/api/account.ts";
import { effectivePrice } from "#catalog/read-product.ts";
import { ApiError } from "#web/base/api-error.ts";
import { formatCount } from "#web/base/format.ts";
import { htmlToText, SafeHtml } from "#web/kit/safe-html.tsx";
import { lastChannel } from "#web/base/last-channel.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import { CopyCode } from "#web/kit/copy-button.tsx";
import { copyToClipboard } from "#web/kit/copy-to-clipboard.ts";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Screen, Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Moment, Quantity, Text } from "#web/kit/values.tsx";
import { ViewTabs } from "#web/kit/views.tsx";
import { ProductLineage } from "#web/records/lazy-rule-lineage.tsx";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { RecordScreen } from "#web/records/record-screen.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { type ProductChange, productChanges } from "./product-changes.ts";
import { ProductRecords, ProductVariants } from "./product-variants.tsx";
import { ProductSearch } from "./product-search.tsx";
import {
  categoryPath,
  countBelowMap,
  formatPriceRange,
  getChannelId,
  productName,
  sumStock,
} from "./product-words.ts";
import { useNeighbors } from "./found-neighbors.ts";
import { useProduct } from "./use-product.ts";
import "./product.css";

interface Sorted {
  url?: string | null | undefined;
  sort_order?: number | null | undefined;
}

const sortImages = (images: readonly Sorted[]): Sorted[] =>
  images.toSorted((a, b) => (a.sort_order ?? Infinity) - (b.sort_order ?? Infinity) || 0);

/** The addresses of a product's images, then those of its variants, in order and without duplicates. */
const listImageUrls = (product: ResellerProductParent): string[] => [
  ...new Set(
    [product, ...product.variants].flatMap(({ images }) =>
      sortImages(images).flatMap(({ url }) => (url ? [url] : [])),
    ),
  ),
];

const NoPictures = ({ urls }: { urls: readonly string[] }) =>
  urls.length > 0 && (
    <div className="product__unsafe small">
      <p>{formatCount(urls.length, "image")} can't be shown because of an unsafe address:</p>
      <FirstRows label="Search addresses" of="image" rows={urls}>
        {(shown) => (
          <ul>
            {shown.map((url) => (
              <li key={url}>
                <Code value={url} />
              </li>
            ))}
          </ul>
        )}
      </FirstRows>
    </div>
  );

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A product's images: a large one, and the others to select from. */
const ProductGallery = ({ product }: { product: ResellerProductParent }) => {
  const [chosen, choose] = useState(0);
  const all = useMemo(() => listImageUrls(product), [product]);
  const urls = useMemo(() => all.filter((url) => safeUrl(url) !== undefined), [all]);
  const name = productName(product);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, shown: readonly string[]) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = Math.max(0, shown.indexOf(urls[chosen] ?? ""));
    const to = (from + step + shown.length) % shown.length;
    choose(urls.indexOf(shown[to] ?? ""));
    event.currentTarget.querySelectorAll("button")[to]?.focus();
  };
  return (
    <Sheet title="Images" note={formatCount(urls.length, "image")}>
      <div className="gallery stack">
        <ProductPicture
          url={urls[chosen]}
          alt={`${name}, image ${chosen + 1} of ${urls.length}`}
          size="large"
        />
        {urls.length > 1 && (
          <FirstRows label="Search images" of="image" rows={urls}>
            {(shown) => (
              <div
                className="gallery__row row"
                role="group"
                aria-label="Select an image"
                onKeyDown={(event) => onKeyDown(event, shown)}
              >
                {shown.map((url) => (
                  <UnstyledButton
                    key={url}
                    aria-label={`Image ${urls.indexOf(url) + 1} of ${urls.length}`}
                    aria-pressed={urls[chosen] === url}
                    onClick={() => choose(urls.indexOf(url))}
                  >
                    <ProductPicture url={url} alt="" size="medium" />
                  </UnstyledButton>
                ))}
              </div>
            )}
          </FirstRows>
        )}
        {urls.length > 0 && (
          <p className="small">
            <ExternalLink href={urls[chosen]}>Open image</ExternalLink>
          </p>
        )}
        <NoPictures urls={all.filter((url) => safeUrl(url) === undefined)} />
      </div>
    </Sheet>
  );
};

/** HTML as plain text, converted when it is first shown. */
const AsText = ({ html }: { html: string }) => {
  const [text, setText] = useState<string>();
  const make = () => void htmlToText(html).then(setText);
  return (
    <details className="raw" onToggle={({ currentTarget }) => currentTarget.open && make()}>
      <summary>As text</summary>
      {text !== undefined && (
        <>
          <p className="product__plain">{text || "The description has no text."}</p>
          <Button size="xs" onClick={() => copyToClipboard(text, "Description copied as text")}>
            Copy text
          </Button>
        </>
      )}
    </details>
  );
};

const isMarkup = (text: string): boolean => /[<&]/.test(text);

/** A description as its channel shows it, as plain text, and as HTML source. */
const ProductDescription = ({ html }: { html: string | null | undefined }) => (
  <Sheet title="Description">
    {!html && <p className="faint">No description.</p>}
    {html && !isMarkup(html) && <p className="product__plain">{html}</p>}
    {html && isMarkup(html) && (
      <div className="stack">
        <SafeHtml html={html} title="Description" />
        <AsText key={html} html={html} />
        <details className="raw">
          <summary>HTML source</summary>
          <pre tabIndex={0}>{html}</pre>
        </details>
      </div>
    )}
  </Sheet>
);

/** The age of the shown product, and the reason if it is not newer. */
export const ProductReading = ({
  cataloged,
  loadedAt,
  error,
  fresh,
}: {
  cataloged: CatalogProduct | undefined;
  /** When the shown product was loaded from the API; undefined for one of the catalog. */
  loadedAt: number | undefined;
  error: unknown;
  fresh: boolean;
}) => {
  const goneAt = cataloged?.goneAt ?? null;
  // A product that the API has again is no longer removed; the catalog learns of it with its next check.
  if (goneAt !== null && (!fresh || error))
    return (
      <Notice title="This product was removed from its channel" tone="bad">
        <p>
          A full check didn't find it <Moment at={new Date(goneAt).toISOString()} />. This is the
          last loaded version.
        </p>
      </Notice>
    );
  const at = loadedAt ?? cataloged?.readAt;
  if (fresh || !error || at === undefined) return null;
  return (
    <p className="faint" role="status">
      Couldn't refresh this product. It was loaded <Moment at={new Date(at).toISOString()} />.
    </p>
  );
};

interface ChangedPartsProps {
  product: ResellerProductParent;
  cataloged: CatalogProduct | undefined;
}

/** The last version with differences: the catalog's current one, else its previous one. */
const findLastDifferent = ({ product, cataloged }: ChangedPartsProps) => {
  for (const version of [cataloged, cataloged?.previous]) {
    const changes = version ? productChanges(version.product, product) : [];
    if (version && changes.length > 0) return { at: version.readAt, changes };
  }
  return undefined;
};

const Side = ({ text }: { text: string | null }) =>
  text === null ? <span className="faint">none</span> : <Text value={text} />;

/** The differences from the product as the gateway loaded it before. */
const ChangedParts = (props: ChangedPartsProps) => {
  const last = findLastDifferent(props);
  if (last === undefined) return null;
  return (
    <Sheet
      title="What changed"
      note={
        <>
          Changed since <Moment at={new Date(last.at).toISOString()} absolute />
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

type Product = ResellerProductParent;
const crumbs = [{ label: "Products", to: "/products" }];

const about = (product: Product, channelName: (id: number) => string): KeyValue[] => [
  {
    label: "SKU",
    value: <CopyCode value={product.sku} what="SKU" />,
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

interface ProductFactsProps extends ChangedPartsProps {
  channelName: (id: number) => string;
}

const ProductFacts = ({ product, cataloged, channelName }: ProductFactsProps) => (
  <>
    <div className="product__head">
      <ProductGallery key={product.id} product={product} />
      <div className="stack">
        <Sheet title="About this product">
          <KeyValues items={about(product, channelName)} />
        </Sheet>
        {product.attributes.length > 0 && <Attributes product={product} />}
      </div>
    </div>
    <ChangedParts product={product} cataloged={cataloged} />
    <ProductContent product={product} />
  </>
);

const views = [
  { label: "Product", filter: { view: "" } },
  { label: "How rules change it", filter: { view: "rules" } },
];

const Found = ({ id, channelId }: { id: string; channelId: number }) => {
  const { reading, cataloged, loadedAt, fresh, lost, error } = useProduct(
    toRecordId(id),
    channelId,
  );
  useNeighbors(toRecordId(id));
  const isAboutRules = useListSearch().search["view"] === "rules";
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
      beside={(product) => (
        <>
          <Marks product={product} />
          {/* In the head, where it moves nothing when it leaves. */}
          {!fresh && !error && (
            <span className="faint small" role="status">
              Refreshing…
            </span>
          )}
        </>
      )}
      technical={(product) => <ProductRecords product={product} />}
    >
      {(product) => (
        <>
          <ViewTabs label="Views of this product" views={views} />
          <ProductReading cataloged={cataloged} loadedAt={loadedAt} error={error} fresh={fresh} />
          {isAboutRules ? (
            <ProductLineage product={product} />
          ) : (
            <ProductFacts product={product} cataloged={cataloged} channelName={channelName} />
          )}
        </>
      )}
    </RecordScreen>
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
  const channelId = getChannelId(search) ?? lastChannel.get();
  return channelId === undefined ? (
    <NotFound id={id} />
  ) : (
    <Found key={`${channelId} ${id}`} id={id} channelId={channelId} />
  );
};

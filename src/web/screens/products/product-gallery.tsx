import "./product.css";
import { FirstRows } from "#web/kit/first-rows.tsx";
import { UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useMemo, useState } from "react";
import type { ResellerProductParent } from "#contract/products.ts";
import { formatCount } from "#web/base/format.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { Code, ExternalLink } from "#web/kit/values.tsx";
import { ProductPicture } from "#web/records/product-picture.tsx";
import { productName } from "./product-words.ts";

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
    <div className="product__unsafe">
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
export const ProductGallery = ({ product }: { product: ResellerProductParent }) => {
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
      <div className="gallery">
        <ProductPicture
          url={urls[chosen]}
          alt={`${name}, image ${chosen + 1} of ${urls.length}`}
          size="large"
        />
        {urls.length > 1 && (
          <FirstRows label="Search images" of="image" rows={urls}>
            {(shown) => (
              <div
                className="gallery__row"
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
          <p className="gallery__open">
            <ExternalLink href={urls[chosen]}>Open image</ExternalLink>
          </p>
        )}
        <NoPictures urls={all.filter((url) => safeUrl(url) === undefined)} />
      </div>
    </Sheet>
  );
};

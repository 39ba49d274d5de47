import "./product.css";
import { IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { safeUrl } from "#web/ui/safe-url.ts";

interface ProductPictureProps {
  url: string | null | undefined;
  /** Empty where the name stands beside it. */
  alt: string;
  size: "small" | "medium" | "large";
}

/** An image from a record in a box of fixed size: loaded when it comes near, telling its host nothing, never moving the page. */
export const ProductPicture = ({ url, alt, size }: ProductPictureProps) => {
  const [broken, setBroken] = useState<string>();
  const src = safeUrl(url);
  if (src !== undefined && broken !== src)
    return (
      <span className="picture" data-size={size}>
        <img
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(src)}
        />
      </span>
    );
  const Icon = broken === undefined ? IconPhoto : IconPhotoOff;
  const said = broken === undefined ? "No image" : "This image could not be loaded";
  return (
    <span className="picture" data-size={size} data-none role="img" aria-label={said}>
      <Icon aria-hidden="true" />
      {size === "large" && <span aria-hidden="true">{said}</span>}
    </span>
  );
};

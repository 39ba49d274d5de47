import "./product-picture.css";
import { createContext, use, useState } from "react";
import { safeUrl } from "#web/base/safe-url.ts";

interface ProductPictureProps {
  url: string | null | undefined;
  /** Empty if the name is next to it. */
  alt: string;
  size: "small" | "medium" | "large";
}

/** Whether the shown products may change with the next key, so that loading their images would waste requests. */
export const PicturesPaused = createContext(false);

/** Delays an image URL while images are paused. */
const useDelayedUrl = (src: string | undefined): string | undefined => {
  const waits = use(PicturesPaused);
  const [shown, setShown] = useState(waits ? undefined : src);
  if (!waits && shown !== src) setShown(src);
  return shown;
};

/** An image from a record in a box of fixed size: it loads lazily, sends no referrer, and never shifts the layout. */
export const ProductPicture = ({ url, alt, size }: ProductPictureProps) => {
  const [broken, setBroken] = useState<string>();
  const src = safeUrl(url);
  const shown = useDelayedUrl(src);
  if (src !== undefined && broken !== src)
    return (
      <span className="picture" data-size={size}>
        {shown === src && (
          <img
            // A new element per URL: otherwise the old image would remain until the new one loads.
            key={src}
            src={src}
            alt={alt}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setBroken(src)}
          />
        )}
      </span>
    );
  const said = src === undefined ? "No image" : "Couldn't load image";
  // One mark of the style sheet for all sizes: lists render many of these.
  return (
    <span className="picture" data-size={size} data-none role="img" aria-label={said}>
      {size === "large" && <span aria-hidden="true">{said}</span>}
    </span>
  );
};

import "./product-picture.css";
import { IconPhoto, IconPhotoOff } from "@tabler/icons-react";
import { createContext, use, useState } from "react";
import { safeUrl } from "./safe-url.ts";

interface ProductPictureProps {
  url: string | null | undefined;
  /** Empty where the name stands beside it. */
  alt: string;
  size: "small" | "medium" | "large";
}

/** Whether what is shown may change with the next key: then no picture is asked for that nobody comes to see. */
export const PicturesWait = createContext(false);

/** An address to show; one that comes while pictures wait is there when they no longer do. */
const useAwaited = (src: string | undefined): string | undefined => {
  const waits = use(PicturesWait);
  const [shown, setShown] = useState(waits ? undefined : src);
  if (!waits && shown !== src) setShown(src);
  return shown;
};

/** An image from a record in a box of fixed size: loaded when it comes near, telling its host nothing, never moving the page. */
export const ProductPicture = ({ url, alt, size }: ProductPictureProps) => {
  const [broken, setBroken] = useState<string>();
  const src = safeUrl(url);
  const shown = useAwaited(src);
  if (src !== undefined && broken !== src)
    return (
      <span className="picture" data-size={size}>
        {shown === src && (
          <img
            // Another address is another element: the old picture would stand until the new one has come.
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
  // Lists draw many: a stroke of the style sheet instead of an icon's five elements each.
  if (size === "small")
    return <span className="picture" data-size={size} data-none role="img" aria-label={said} />;
  const Icon = src === undefined ? IconPhoto : IconPhotoOff;
  return (
    <span className="picture" data-size={size} data-none role="img" aria-label={said}>
      <Icon aria-hidden="true" />
      {size === "large" && <span aria-hidden="true">{said}</span>}
    </span>
  );
};

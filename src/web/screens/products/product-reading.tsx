import type { CopiedProduct } from "#web/api/product-copy/copy-messages.ts";
import { Notice } from "#web/kit/notice.tsx";
import { Moment } from "#web/kit/values.tsx";

/** The age of the shown product, and the reason if it is not newer. */
export const ProductReading = ({
  copied,
  loadedAt,
  error,
  fresh,
}: {
  copied: CopiedProduct | undefined;
  /** When the shown product was loaded; undefined for one of the copy. */
  loadedAt: number | undefined;
  error: unknown;
  fresh: boolean;
}) => {
  // A product that the API has again is no longer removed; the copy learns of it with its next check.
  if (copied?.goneAt !== undefined && (!fresh || error))
    return (
      <Notice title="This product was removed from its channel" tone="bad">
        <p>
          A full check didn't find it <Moment at={new Date(copied.goneAt).toISOString()} />. This is
          the last loaded version.
        </p>
      </Notice>
    );
  const at = loadedAt ?? copied?.readAt;
  if (fresh || at === undefined) return null;
  return (
    <p className="faint" role="status">
      {error ? "Couldn't refresh this product." : "Refreshing."}{" "}
      {loadedAt === undefined ? "You see the local copy from" : "It was loaded"}{" "}
      <Moment at={new Date(at).toISOString()} />.
    </p>
  );
};

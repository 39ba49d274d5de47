import type { CopiedProduct } from "#web/api/product-copy/copy-messages.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Moment } from "#web/ui/values.tsx";

/** The age of the shown product, and the reason if it is not newer. */
export const ProductReading = ({
  copied,
  error,
  fresh,
}: {
  copied: CopiedProduct | undefined;
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
  if (fresh || copied === undefined) return null;
  return (
    <p className="faint" role="status">
      {error ? "Couldn't refresh this product." : "Refreshing."} You see the local copy from{" "}
      <Moment at={new Date(copied.readAt).toISOString()} />.
    </p>
  );
};

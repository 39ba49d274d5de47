import { safeUrl } from "#web/base/safe-url.ts";
import { Code, ExternalLink } from "#web/kit/values.tsx";

/** The number of a parcel, which links to the carrier's page if its URL is safe. Without a number, the URL itself. */
export const TrackingNumber = ({
  number,
  url,
}: {
  number: string | null | undefined;
  url: string | null | undefined;
}) =>
  number && safeUrl(url) === undefined ? (
    <Code value={number} />
  ) : (
    <ExternalLink href={url}>
      <Code value={number || "Track shipment"} />
    </ExternalLink>
  );

import { safeUrl } from "./safe-url.ts";
import { Code, ExternalLink } from "./values.tsx";

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

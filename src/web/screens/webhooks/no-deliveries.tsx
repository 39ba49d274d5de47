import { NoMatches } from "#web/kit/no-matches.tsx";
import { Notice } from "#web/kit/notice.tsx";

/** Shown instead of the delivery log when it has no rows. */
export const NoDeliveries = ({ status }: { status: string | undefined }) =>
  status ? (
    <NoMatches noun="delivery" many="deliveries" views="status" names={["delivery"]} />
  ) : (
    <Notice title="No deliveries yet" blank tone="still">
      <p>To check the receiver, send a test event.</p>
    </Notice>
  );

/** Shown instead of the delivery log when the upstream does not have one. */
export const UnservedDeliveries = () => (
  <Notice title="The API doesn't offer a delivery log" blank>
    <p>To see deliveries, check the receiving system.</p>
  </Notice>
);

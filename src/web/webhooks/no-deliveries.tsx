import { Notice } from "#web/ui/notice.tsx";

/** Shown instead of the delivery log when it has no rows. */
export const NoDeliveries = () => (
  <Notice title="No deliveries" blank tone="still">
    <p>No deliveries yet, or none with this status.</p>
  </Notice>
);

/** Shown instead of the delivery log when the upstream does not have one. */
export const UnservedDeliveries = () => (
  <Notice title="The API doesn't offer a delivery log" blank>
    <p>To see deliveries, check the receiving system.</p>
  </Notice>
);

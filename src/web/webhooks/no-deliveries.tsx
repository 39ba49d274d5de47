import { Notice } from "#web/ui/notice.tsx";

/** Shown instead of the delivery log when it has no rows. */
export const NoDeliveries = () => (
  <Notice title="No delivery here" blank tone="still">
    <p>Nothing was delivered yet, or nothing with this status.</p>
  </Notice>
);

/** Shown instead of the delivery log when the upstream does not have one. */
export const UnservedDeliveries = () => (
  <Notice title="This upstream gives no delivery log" blank>
    <p>
      The API’s document does not have one. What was delivered can be seen at the receiver alone.
    </p>
  </Notice>
);

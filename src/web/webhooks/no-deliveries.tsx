import { Notice } from "#web/ui/notice.tsx";

/** In place of the delivery log, where it has no row. */
export const NoDeliveries = () => (
  <Notice title="No delivery here" blank tone="still">
    <p>Nothing was delivered yet, or nothing with this status.</p>
  </Notice>
);

/** In place of the delivery log, where the upstream has none. */
export const UnservedDeliveries = () => (
  <Notice title="This upstream gives no delivery log" blank>
    <p>
      The API’s document does not have one. What was delivered can be seen at the receiver alone.
    </p>
  </Notice>
);

import { Screen } from "#web/ui/screen.tsx";

export const PurchaseOrderDetail = () => (
  <Screen title="Purchase order">
    <p>Not built yet.</p>
  </Screen>
);

import { Screen } from "#web/ui/screen.tsx";

export const PurchaseOrderList = () => (
  <Screen title="Purchase orders">
    <p>Not built yet.</p>
  </Screen>
);

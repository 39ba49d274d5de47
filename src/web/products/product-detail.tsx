import { Screen } from "#web/ui/screen.tsx";

export const ProductDetail = () => (
  <Screen title="Product">
    <p>Not built yet.</p>
  </Screen>
);

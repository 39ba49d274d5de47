import { Screen } from "#web/ui/screen.tsx";

export const ProductList = () => (
  <Screen title="Products">
    <p>Not built yet.</p>
  </Screen>
);

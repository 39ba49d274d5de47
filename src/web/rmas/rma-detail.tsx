import { Screen } from "#web/ui/screen.tsx";

export const RmaDetail = () => (
  <Screen title="RMA">
    <p>Not built yet.</p>
  </Screen>
);

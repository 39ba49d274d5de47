import { Screen } from "#web/ui/screen.tsx";

export const ReturnDetail = () => (
  <Screen title="Return">
    <p>Not built yet.</p>
  </Screen>
);

import { Screen } from "#web/ui/screen.tsx";

export const ReturnList = () => (
  <Screen title="Returns">
    <p>Not built yet.</p>
  </Screen>
);

import { Screen } from "#web/ui/screen.tsx";

export const ConnectionScreen = () => (
  <Screen title="Connection">
    <p>Not built yet.</p>
  </Screen>
);

import { Screen } from "#web/ui/screen.tsx";

export const Overview = () => (
  <Screen title="Overview">
    <p>Not built yet.</p>
  </Screen>
);

import { Screen } from "#web/ui/screen.tsx";

export const MappingRuleNew = () => (
  <Screen title="New mapping rule">
    <p>Not built yet.</p>
  </Screen>
);

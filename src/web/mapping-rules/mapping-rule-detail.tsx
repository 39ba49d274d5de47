import { Screen } from "#web/ui/screen.tsx";

export const MappingRuleDetail = () => (
  <Screen title="Mapping rule">
    <p>Not built yet.</p>
  </Screen>
);

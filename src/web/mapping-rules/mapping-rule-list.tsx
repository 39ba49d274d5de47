import { Screen } from "#web/ui/screen.tsx";

export const MappingRuleList = () => (
  <Screen title="Mapping rules">
    <p>Not built yet.</p>
  </Screen>
);

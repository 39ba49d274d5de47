import { Screen } from "#web/ui/screen.tsx";

export const MappingSetList = () => (
  <Screen title="Mapping sets">
    <p>Not built yet.</p>
  </Screen>
);

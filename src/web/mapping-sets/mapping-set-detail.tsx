import { Screen } from "#web/ui/screen.tsx";

export const MappingSetDetail = () => (
  <Screen title="Mapping set">
    <p>Not built yet.</p>
  </Screen>
);

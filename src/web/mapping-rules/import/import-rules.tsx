import { Screen } from "#web/ui/screen.tsx";
import { PastedRule } from "#web/mapping-rules/pasted-rule.tsx";

/** Rules from a file. */
export const ImportRules = () => (
  <Screen title="Import rules" crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
    <PastedRule />
  </Screen>
);

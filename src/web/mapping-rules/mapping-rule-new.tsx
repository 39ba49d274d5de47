import { Screen } from "#web/ui/screen.tsx";
import { PastedRule } from "./pasted-rule.tsx";

/** A rule from JSON, to look at. */
export const MappingRuleNew = () => (
  <Screen
    title="View a rule from JSON"
    crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}
    lead="Rules cannot be built or saved in this console yet. One that you have as JSON, as the API answers it, can be looked at here. It stays in this browser: nothing is sent."
  >
    <PastedRule />
  </Screen>
);

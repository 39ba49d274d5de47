import { useWorkflow } from "#web/mapping-rules/builder/workflow-source.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CatalogueSheet } from "./catalogue-sheet.tsx";
import { SeenRules } from "./seen-rules.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";
import { newRuleAddress } from "#web/mapping-rules/new-rule-address.ts";

/** Replaces the list where the upstream serves none: the commands that still work. */
export const UnservedRules = () => {
  const workflow = useWorkflow({ mappingSets: false });
  return (
    <div className="unserved-rules">
      <Notice
        title="The API doesn't offer loading mapping rules"
        blank
        actions={
          <>
            <ButtonLink variant="filled" to="/mapping-rules/import">
              Import rules
            </ButtonLink>
            <ButtonLink {...newRuleAddress}>Create rule</ButtonLink>
          </>
        }
      >
        <p>
          The API can save a rule, but not load or list rules. If you have a rule as JSON, import it
          to edit and save it. This browser keeps the saved version.
        </p>
        <p>
          The console can't check whether another person has changed a rule. Saving overwrites their
          changes.
        </p>
      </Notice>
      <SeenRules />
      <CatalogueSheet workflow={workflow} />
    </div>
  );
};

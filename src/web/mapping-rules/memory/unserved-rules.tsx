import { useWorkflow } from "#web/mapping-rules/builder/workflow-source.ts";
import { Notice } from "#web/ui/notice.tsx";
import { CatalogueSheet } from "./catalogue-sheet.tsx";
import { SeenRules } from "./seen-rules.tsx";
import { ButtonLink } from "#web/ui/button-link.tsx";

/** In place of the list, where the upstream has none: what can be done all the same. */
export const UnservedRules = () => {
  const workflow = useWorkflow({ mappingSets: false });
  return (
    <div className="unserved-rules">
      <Notice
        title="This upstream does not read mapping rules"
        blank
        actions={
          <>
            <ButtonLink variant="filled" to="/mapping-rules/import">
              Open rules from a file
            </ButtonLink>
            <ButtonLink to="/mapping-rules/new">New rule</ButtonLink>
          </>
        }
      >
        <p>
          The API’s document gives only the operation that saves a rule, and none that reads or
          lists them. A rule that you have as JSON can be opened, changed and saved all the same;
          what is saved comes back as the API keeps it and is remembered here.
        </p>
        <p>
          Nobody can tell from here whether a colleague changed a rule meanwhile: saving puts the
          rule on your screen in the place of theirs.
        </p>
      </Notice>
      <SeenRules />
      <CatalogueSheet workflow={workflow} />
    </div>
  );
};

import { dateTime } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { SeenHow, SeenRule } from "./rule-memory.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";

const how: Readonly<Record<SeenHow, string>> = {
  read: "loaded",
  saved: "saved",
  imported: "imported",
};

/** Says that a rule is shown from this browser's memory, and what that means. */
export const RememberedNotice = ({ seen }: { seen: SeenRule }) => (
  <Notice title="The API doesn't offer loading mapping rules" tone="waiting">
    <p>
      This is the version in this browser, {how[seen.how]} on {dateTime(seen.at)}. You can save it,
      but the console can't check whether another person has changed the rule since. Saving
      overwrites their changes.
    </p>
  </Notice>
);

/** A rule that neither the upstream nor this browser has. */
export const UnseenRule = ({ id }: { id: string }) => (
  <Screen title={`Mapping rule ${id}`} crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
    <Notice
      title="The API doesn't offer loading mapping rules"
      tone="waiting"
      actions={
        <>
          <ButtonLink variant="filled" to="/mapping-rules/import">
            Import rules
          </ButtonLink>
          <ButtonLink to="/mapping-rules">Rules opened in this browser</ButtonLink>
        </>
      }
    >
      <p>
        The API can save a rule but not load it, and rule {id} hasn't been opened in this browser.
        If you have it as JSON, import it to edit and save it.
      </p>
    </Notice>
  </Screen>
);

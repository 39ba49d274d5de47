import { dateTime } from "#web/ui/format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { SeenHow, SeenRule } from "./rule-memory.ts";
import { ButtonLink } from "#web/ui/button-link.tsx";

const how: Readonly<Record<SeenHow, string>> = {
  read: "as it was read",
  saved: "as it was saved from here",
  imported: "as it was imported",
};

/** Says that a rule is shown from memory, and what follows from that. */
export const RememberedNotice = ({ seen }: { seen: SeenRule }) => (
  <Notice title="This upstream does not read mapping rules" tone="waiting">
    <p>
      The rule is shown from this browser’s memory, {how[seen.how]} on {dateTime(seen.at)}. It can
      be saved. Nobody can tell whether somebody else has changed it since: saving would undo that.
    </p>
  </Notice>
);

/** A rule that neither the upstream gives nor this browser remembers. */
export const UnseenRule = ({ id }: { id: string }) => (
  <Screen title={`Mapping rule ${id}`} crumbs={[{ label: "Mapping rules", to: "/mapping-rules" }]}>
    <Notice
      title="This upstream does not read mapping rules"
      tone="waiting"
      actions={
        <>
          <ButtonLink variant="filled" to="/mapping-rules/import">
            Import rules from a file
          </ButtonLink>
          <ButtonLink to="/mapping-rules">Rules seen in this browser</ButtonLink>
        </>
      }
    >
      <p>
        The API’s document gives only the operation that saves a rule, and this browser has not seen
        rule {id} yet. Where you have it as JSON, import it: it can then be edited and saved.
      </p>
    </Notice>
  </Screen>
);

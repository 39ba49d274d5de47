import { useQuery } from "@tanstack/react-query";
import { channelList, sourceList } from "#web/api/account.ts";
import { ChoiceField } from "#web/editing/form-fields.tsx";
import { ListedField } from "#web/editing/listed-field.tsx";
import type { CreateForm } from "#web/editing/use-create-form.ts";
import type { NewWebhookField } from "./new-webhook.ts";

const owners = [
  { value: "source", label: "A source" },
  { value: "channel", label: "A channel" },
];

/** The one source or channel whose events are delivered. */
export const WebhookOwner = ({ form }: { form: CreateForm<NewWebhookField> }) => {
  const isChannel = form.texts.owner === "channel";
  const sources = useQuery({ ...sourceList("screen"), enabled: !isChannel });
  const channels = useQuery({ ...channelList("screen"), enabled: isChannel });
  return (
    <div className="columns webhook__pair">
      <ChoiceField
        {...form.tie("owner")}
        label="Events from"
        options={owners}
        onType={(owner) => form.typeAll({ owner, ownerId: "" })}
      />
      <ListedField
        {...form.tie("ownerId")}
        label={isChannel ? "Channel" : "Source"}
        noun={isChannel ? "Channel" : "Source"}
        listing={isChannel ? channels : sources}
      />
    </div>
  );
};

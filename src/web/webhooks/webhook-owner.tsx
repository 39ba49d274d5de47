import { useQuery } from "@tanstack/react-query";
import { channelList, sourceList } from "#web/api/account.ts";
import { ChoiceField } from "#web/ui/choice-field.tsx";
import { Field } from "#web/ui/field.tsx";

export type OwnerType = "source" | "channel";

interface WebhookOwnerProps {
  type: OwnerType;
  id: number | null | undefined;
  error: string | undefined;
  onChange: (type: OwnerType, id: number | undefined) => void;
}

const options = [
  { value: "source", label: "A source" },
  { value: "channel", label: "A channel" },
];
const labels = { source: "Which source", channel: "Which channel" } as const;

const useOwners = (type: OwnerType) => {
  const sources = useQuery({ ...sourceList(), enabled: type === "source" });
  const channels = useQuery({ ...channelList(), enabled: type === "channel" });
  return type === "source" ? sources : channels;
};

/** Whose events are delivered: one source or one channel, by name, or by id where the upstream lists none. */
export const WebhookOwner = ({ type, id, error, onChange }: WebhookOwnerProps) => {
  const owners = useOwners(type);
  const choose = (text: string) =>
    onChange(type, /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined);
  return (
    <div className="webhook__pair">
      <ChoiceField
        legend="Whose events"
        options={options}
        value={type}
        onChoose={(chosen) => onChange(chosen as OwnerType, undefined)}
      />
      <Field
        id="webhook-owner"
        label={labels[type]}
        hint={owners.isError ? "This upstream lists none, so type the id." : undefined}
        error={error}
      >
        {(tie) =>
          owners.isError ? (
            <input
              {...tie}
              inputMode="numeric"
              defaultValue={id ?? ""}
              onChange={(event) => choose(event.target.value.trim())}
            />
          ) : (
            <select {...tie} value={id ?? ""} onChange={(event) => choose(event.target.value)}>
              <option value="">{owners.isPending ? "Being read…" : "Choose one"}</option>
              {owners.data?.value.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name || one.id}
                </option>
              ))}
            </select>
          )
        }
      </Field>
    </div>
  );
};

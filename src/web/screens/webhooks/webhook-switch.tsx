import { Button } from "@mantine/core";
import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { FormOutcome } from "#web/editing/form-outcome.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { PermittedButton } from "#web/kit/permitted-button.tsx";
import { isBusy } from "#web/editing/save-machine.ts";
import { useWebhookForm } from "./use-webhook-form.ts";
import { WebhookQuestion } from "./webhook-question.tsx";

const ways = {
  active: [
    { to: "disabled", label: "Disable" },
    { to: "deleted", label: "Delete" },
  ],
  disabled: [
    { to: "active", label: "Enable" },
    { to: "deleted", label: "Delete" },
  ],
  deleted: [{ to: "active", label: "Enable again" }],
} as const;

const waysFrom = (status: string) =>
  status in ways ? ways[status as keyof typeof ways] : [ways.disabled[0], ...ways.active];

/** The status alone: one button for each possible change. Address and events are sent unchanged. */
export const useWebhookSwitch = (record: WebhookConfiguration, owner: string) => {
  const form = useWebhookForm(record, "status", { asksAlways: true });
  const { kind } = form.saving;
  const busy = isBusy(form.saving);
  const wanted = form.changed.status?.text;
  const buttons = waysFrom(record.status ?? "").map(({ to, label }) => (
    <PermittedButton
      key={to}
      permission={webhookOperations.updateWebhookConfiguration}
      size="xs"
      {...(to === "deleted" && { variant: "outline", color: "red" })}
      disabled={busy || kind === "unknown" || kind === "conflict"}
      onClick={() => form.propose("status", to)}
    >
      {busy && wanted === to ? "Saving…" : label}
    </PermittedButton>
  ));
  const outcome = (
    <FormOutcome
      noun="webhook"
      form={form}
      question={
        <WebhookQuestion form={form} record={record} owner={owner} onCancel={form.discard} />
      }
    />
  );
  const waits = wanted !== undefined && ["editing", "lost", "refused", "unread"].includes(kind) && (
    <Notice
      title={`Status “${wanted}” not saved`}
      tone="waiting"
      actions={
        <>
          <PermittedButton
            permission={webhookOperations.updateWebhookConfiguration}
            variant="filled"
            onClick={form.save}
          >
            Save status
          </PermittedButton>
          <Button onClick={form.discard}>Discard</Button>
        </>
      }
    />
  );
  return {
    buttons,
    outcome: (
      <>
        {outcome}
        {waits}
      </>
    ),
  };
};

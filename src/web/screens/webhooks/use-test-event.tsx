import { webhookOperations } from "#contract/webhooks.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { sendWebhookTestEvent } from "#web/api/webhook-deliveries.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PermittedButton } from "#web/kit/permitted-button.tsx";
import { useSending } from "#web/kit/use-sending.ts";

/** Sends a test event to the webhook's address. The delivery log shows how it ended. */
export const useTestEvent = (id: number) => {
  const { error, sending, send } = useSending(async () => {
    await sendWebhookTestEvent(id);
    notify("Test event sent. The delivery log shows the result.");
  });
  return {
    button: (
      <PermittedButton
        permission={webhookOperations.sendWebhookTestEvent}
        size="xs"
        onClick={() => void send()}
      >
        {sending ? "Sending…" : "Send test event"}
      </PermittedButton>
    ),
    failure:
      error === undefined ? null : isUnserved(error) ? (
        <Notice title="The API can't send test events" tone="waiting" alert />
      ) : (
        <ErrorNotice error={error} />
      ),
  };
};

import { useState } from "react";
import {
  type WebhookConfiguration,
  webhookOperations,
  type WebhookSecret,
} from "#contract/webhooks.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { rotateWebhookSecret } from "#web/api/webhooks.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { useSending } from "#web/ui/use-sending.ts";
import { findCreatedSecret, keepCreatedSecret } from "./created-secret.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { webhookName } from "./webhook-status.tsx";

const RotateDialog = ({
  id,
  onRotated,
  onClose,
}: {
  id: number;
  onRotated: (secret: WebhookSecret) => void;
  onClose: () => void;
}) => {
  const { error, sending, send } = useSending(async () =>
    onRotated((await rotateWebhookSecret(id)).value),
  );
  return (
    <ConfirmDialog
      title="Rotate signing secret?"
      onCancel={onClose}
      choices={[{ label: sending ? "Rotating…" : "Rotate secret", onChoose: () => void send() }]}
    >
      <p>
        The webhook gets a new secret. For 24 hours, deliveries are signed with both secrets, then
        with the new one alone.
      </p>
      {error !== undefined &&
        (isUnserved(error) ? (
          <Notice title="The API can't rotate secrets" tone="waiting" alert />
        ) : (
          <ErrorNotice error={error} />
        ))}
    </ConfirmDialog>
  );
};

/** The secret that signs deliveries: shown when the webhook was created and when it is rotated, never otherwise. */
export const SigningSecret = ({ record }: { record: WebhookConfiguration }) => {
  const { id } = record;
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<Partial<WebhookSecret> | undefined>(() => {
    const secret = findCreatedSecret(id);
    return secret === undefined ? undefined : { secret };
  });
  return (
    <>
      Hidden{" "}
      <PermittedButton
        permission={webhookOperations.rotateWebhookSecret}
        size="xs"
        onClick={() => setAsking(true)}
      >
        Rotate secret…
      </PermittedButton>
      {asking && (
        <RotateDialog
          id={id}
          onClose={() => setAsking(false)}
          onRotated={(secret) => {
            setAsking(false);
            setShown(secret);
          }}
        />
      )}
      {shown?.secret !== undefined && (
        <SecretDialog
          name={webhookName(record)}
          secret={shown.secret}
          previousUntil={shown.previousSecretsExpireAt}
          onClose={() => {
            keepCreatedSecret(id, undefined);
            setShown(undefined);
          }}
        />
      )}
    </>
  );
};

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type WebhookConfiguration, webhookOperations } from "#contract/webhooks.ts";
import { isUnserved, mayHaveHappened } from "#web/base/api-error.ts";
import { rotateWebhookSecret } from "#web/api/webhooks.ts";
import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PermittedButton } from "#web/kit/permitted-button.tsx";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useSending } from "#web/kit/use-sending.ts";
import { keepNewSecret, type NewSecret, useNewSecret } from "./new-secret.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { webhookName } from "./webhook-status.tsx";

const RotateDialog = ({
  rotate,
  onClose,
}: {
  rotate: () => Promise<void>;
  onClose: () => void;
}) => {
  const isShown = useIsShown();
  const { error, sending, send } = useSending(async () => {
    await rotate();
    // The question may have been asked again by now.
    if (isShown()) onClose();
  });
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

/**
 * The function that rotates the secret, which the API sends once: it is shown now or, if the screen was left meanwhile,
 * when the webhook is opened again.
 */
const useRotate = (record: WebhookConfiguration) => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const { id } = record;
  const keep = (secret: NewSecret, words: string) => {
    keepNewSecret(id, secret);
    const act = () => void navigate({ to: "/webhooks/$id", params: { id: String(id) } });
    if (!isShown()) notify(`${webhookName(record)} ${words}`, { label: "Open", act });
  };
  return async () => {
    try {
      keep((await rotateWebhookSecret(id)).value, "has a new signing secret");
    } catch (error) {
      if (mayHaveHappened(error))
        keep("lost", "may have a new signing secret that wasn't received");
      throw error;
    }
  };
};

/** The secret that signs deliveries: shown when the webhook was created and when it is rotated, never otherwise. */
export const SigningSecret = ({ record }: { record: WebhookConfiguration }) => {
  const { id } = record;
  const [asking, setAsking] = useState(false);
  const rotate = useRotate(record);
  const unseen = useNewSecret(id);
  return (
    <>
      <div className="row">
        Hidden
        <PermittedButton
          permission={webhookOperations.rotateWebhookSecret}
          size="xs"
          onClick={() => setAsking(true)}
        >
          Rotate secret…
        </PermittedButton>
      </div>
      {unseen === "lost" && (
        <p className="webhook__warning" role="status">
          The response with this webhook's secret was lost. Rotate the secret to get a new one.
        </p>
      )}
      {asking && <RotateDialog rotate={rotate} onClose={() => setAsking(false)} />}
      {unseen && unseen !== "lost" && (
        <SecretDialog
          name={webhookName(record)}
          secret={unseen.secret}
          previousUntil={unseen.previousSecretsExpireAt}
          onClose={() => keepNewSecret(id, undefined)}
        />
      )}
    </>
  );
};

import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  type WebhookConfiguration,
  webhookOperations,
  type WebhookSecret,
} from "#contract/webhooks.ts";
import { rotateWebhookSecret } from "#web/api/webhooks.ts";
import { isUnserved, mayHaveHappened } from "#web/base/api-error.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { createValueStore, useValue } from "#web/base/value-store.ts";
import { ConfirmDialog } from "#web/kit/dialog.tsx";
import { CopyButton } from "#web/kit/copy-button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PermittedButton } from "#web/kit/button.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { Code, Moment } from "#web/kit/values.tsx";
import { webhookName } from "./webhook-status.tsx";

/**
 * A secret that the API shows once, and until when the one before it still signs; `lost` if the response with it was
 * lost, so that only a rotation gives the person one.
 */
type NewSecret = (Pick<WebhookSecret, "secret"> & Partial<WebhookSecret>) | "lost";

/** The secrets of webhooks that were created or rotated here, until a person has seen them. Never stored. */
const unseen = createValueStore<ReadonlyMap<number, NewSecret>>(new Map());

/** Keeps the new secret of a webhook for its screen; undefined once it was seen, or if the API sent none. */
export const keepNewSecret = (id: number, secret: NewSecret | undefined): void => {
  const next = new Map(unseen.get());
  if (secret) next.set(id, secret);
  else next.delete(id);
  unseen.set(next);
};

/** The secret of a webhook that wasn't shown yet. */
const useNewSecret = (id: number): NewSecret | undefined => useValue(unseen).get(id);

interface SecretDialogProps {
  /** The webhook's name. */
  name: string;
  secret: string;
  /** Until when the secret before this one still signs. */
  previousUntil?: string | null | undefined;
  onClose: () => void;
}

/** Shows a webhook's secret, which can't be loaded again. */
const SecretDialog = ({ name, secret, previousUntil, onClose }: SecretDialogProps) => (
  <ConfirmDialog
    title={`Signing secret of ${name}`}
    cancelLabel="Close"
    onCancel={onClose}
    choices={[]}
  >
    <p>Copy this secret to the receiver now. It isn't shown again.</p>
    <p className="webhook__secret">
      <Code value={secret} /> <CopyButton text={secret} what="secret" isSecret />
    </p>
    <p>The receiver verifies each delivery with it, as Standard Webhooks describes.</p>
    {previousUntil && (
      <p>
        Deliveries are signed with the previous secret too until{" "}
        <Moment at={previousUntil} absolute />.
      </p>
    )}
  </ConfirmDialog>
);

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
          <Notice title="The service can't rotate secrets" tone="waiting" alert />
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

import { webhookOperations } from "#contract/webhooks.ts";
import { type LockableProps, LockedButton, PermittedButton } from "#web/kit/button.tsx";

/** A button that leads to sending events again, locked where the API would refuse it. */
export const SendAgainButton = ({
  why,
  ...button
}: LockableProps & {
  /** Why they can't be sent, if so. */
  why: string | undefined;
}) =>
  why === undefined ? (
    <PermittedButton {...button} permission={webhookOperations.retryWebhookEvents} />
  ) : (
    <LockedButton {...button} why={why} />
  );

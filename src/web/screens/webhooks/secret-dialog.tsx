import { ConfirmDialog } from "#web/kit/confirm-dialog.tsx";
import { CopyButton } from "#web/kit/copy-button.tsx";
import { Code, Moment } from "#web/kit/values.tsx";

interface SecretDialogProps {
  /** The webhook's name. */
  name: string;
  secret: string;
  /** Until when the secret before this one still signs. */
  previousUntil?: string | null | undefined;
  onClose: () => void;
}

/** Shows a webhook's secret, which can't be loaded again. */
export const SecretDialog = ({ name, secret, previousUntil, onClose }: SecretDialogProps) => (
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

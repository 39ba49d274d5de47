import { Link } from "@tanstack/react-router";
import type { Change } from "#contract/audit.ts";
import { settleChange } from "#web/api/audit.ts";
import { describeChange, findChangedKind, nameChanged } from "#web/records/describe-change.ts";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { recordAddress } from "#web/records/row-link.tsx";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useSending } from "#web/kit/use-sending.ts";
import { Moment } from "#web/kit/values.tsx";

const RecordLink = ({ change }: { change: Change }) => {
  const kind = findChangedKind(change);
  return kind && change.recordId ? (
    <Link to={recordAddress(kind, change.recordId)}>{nameChanged(change)}</Link>
  ) : (
    nameChanged(change)
  );
};

interface SettleDialogProps {
  change: Change;
  onClose: () => void;
}

/** Asks whether a change was made whose answer never arrived, and records what the person found. */
export const SettleDialog = ({ change, onClose }: SettleDialogProps) => {
  const isShown = useIsShown();
  const { error, send } = useSending(async (made: boolean) => {
    await settleChange(change.id, made);
    notify(`Change to ${nameChanged(change)} checked`);
    // The dialog of another change may be open by now.
    if (isShown()) onClose();
  });
  return (
    <ConfirmLater
      title={`Was the change to ${nameChanged(change)} made?`}
      onCancel={onClose}
      choices={[
        { label: "Change wasn't made", onChoose: () => void send(false) },
        { label: "Change was made", onChoose: () => void send(true) },
      ]}
    >
      <p>
        <bdi>{describeChange(change)}</bdi>, <Moment at={change.requestedAt} />. No answer arrived.
      </p>
      <p>
        Open <RecordLink change={change} /> and check whether it has the change. Your answer is
        recorded and can't be undone. It doesn't change the record.
      </p>
      {error !== undefined && <ErrorNotice error={error} />}
    </ConfirmLater>
  );
};

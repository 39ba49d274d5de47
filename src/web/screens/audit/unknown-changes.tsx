import "./unknown-changes.css";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { auditOperations, type Change } from "#contract/audit.ts";
import { settleChange } from "#web/api/audit.ts";
import type { Answer } from "#web/api/call.ts";
import { describeChange, findChangedKind, nameChanged } from "#web/records/describe-change.ts";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { PermittedButton } from "#web/kit/button.tsx";
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

const SettleDialog = ({ change, onClose }: { change: Change; onClose: () => void }) => {
  const isShown = useIsShown();
  const { error, send } = useSending(async (made: boolean) => {
    await settleChange(change.id, made);
    notify(`Change to ${nameChanged(change)} recorded`);
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
        <bdi>{describeChange(change)}</bdi>, <Moment at={change.requestedAt} />. The answer didn't
        arrive.
      </p>
      <p>
        Open <RecordLink change={change} /> and check whether it has the change. Your answer is
        recorded and can't be undone. It doesn't change the record.
      </p>
      {error !== undefined && <ErrorNotice error={error} />}
    </ConfirmLater>
  );
};

/**
 * The first page of the changes with an unknown result, each of which needs a person's check. Runs are settled on their
 * own screen.
 */
export const UnknownChanges = ({ list }: { list: Answer<readonly Change[]> | undefined }) => {
  const [settling, setSettling] = useState<Change>();
  const changes = list?.value ?? [];
  if (changes.length === 0) return null;
  const total = Math.max(list?.total ?? 0, changes.length);
  return (
    <Notice title={`${formatCount(total, "change")} to check`} tone="bad" alert>
      <div className="unknown-changes" role="list">
        {changes.map((change) => (
          <div key={change.id} className="row" role="listitem">
            <span>
              <RecordLink change={change} />: <bdi>{describeChange(change)}</bdi>,{" "}
              {change.person && <bdi>{change.person}, </bdi>}
              <Moment at={change.requestedAt} />
            </span>
            {change.resource !== "received-orders" && (
              <PermittedButton
                permission={auditOperations.settleChange}
                size="xs"
                aria-label={`Record result of ${nameChanged(change)}`}
                onClick={() => setSettling(change)}
              >
                Record result
              </PermittedButton>
            )}
          </div>
        ))}
      </div>
      {total > changes.length && (
        <p>
          <Link to="/audit" search={{ state: "unknown" }}>
            Show all {formatQuantity(total)}
          </Link>
        </p>
      )}
      {settling && <SettleDialog change={settling} onClose={() => setSettling(undefined)} />}
    </Notice>
  );
};

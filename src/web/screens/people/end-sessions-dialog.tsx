import { endSessions } from "#web/api/people.ts";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useSending } from "#web/kit/use-sending.ts";
import type { ListedPerson } from "./people-columns.tsx";

/** Asks before the sessions of a person end. */
export const EndSessionsDialog = ({
  listed,
  onClose,
}: {
  listed: ListedPerson;
  onClose: () => void;
}) => {
  const { person, isSelf } = listed;
  const isShown = useIsShown();
  const { sending, error, send } = useSending(async () => {
    await endSessions(person.id);
    notify(isSelf ? "Your other sessions ended" : `${person.name} is signed out everywhere`);
    // The dialog of another person may be open by now.
    if (isShown()) onClose();
  });
  const label = isSelf ? "Sign out elsewhere" : "Sign out everywhere";
  return (
    <ConfirmLater
      title={isSelf ? "Sign out in your other browsers?" : `Sign out ${person.name} everywhere?`}
      onCancel={onClose}
      choices={[
        { label: sending ? "Signing out…" : label, kind: "danger", onChoose: () => void send() },
      ]}
    >
      {isSelf ? (
        <p>All your sessions end at once, except the one in this browser.</p>
      ) : (
        <p>
          All sessions of <bdi>{person.name}</bdi> end at once, in every browser. Role changes at
          the sign-in provider take effect at the person's next sign-in. What was typed and not
          saved stays in that person's browser.
        </p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </ConfirmLater>
  );
};

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Role, roleTexts } from "#contract/people.ts";
import { peopleOperations, type SignedInPerson } from "#contract/signed-in-people.ts";
import { endSessions, signedInPeople } from "#web/api/people.ts";
import { session } from "#web/api/session.ts";
import { ConfirmLater } from "#web/ui/confirm-later.tsx";
import { ErrorNotice } from "#web/ui/error-notice.tsx";
import { LockedButton } from "#web/ui/locked-button.tsx";
import { notify } from "#web/ui/notify.ts";
import { PermittedButton } from "#web/ui/permitted-button.tsx";
import { type PlainColumn, PlainTable } from "#web/ui/plain-table.tsx";
import { Sheet } from "#web/ui/screen.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { useSending } from "#web/ui/use-sending.ts";
import { useValue } from "#web/ui/value-store.ts";
import { Moment } from "#web/ui/values.tsx";
import { WaitingSheet } from "#web/ui/waiting-sheet.tsx";

interface Listed {
  readonly person: SignedInPerson;
  readonly isSelf: boolean;
}

const nameRole = (role: string): string =>
  Object.hasOwn(roleTexts, role) ? roleTexts[role as Role].name : role;

const onlySession =
  "You have no other sessions. To end this one, sign out from the menu with your name.";

const EndButton = ({ listed, onAsk }: { listed: Listed; onAsk: () => void }) => {
  const { person, isSelf } = listed;
  const label = isSelf ? "Sign out elsewhere" : "Sign out everywhere";
  const name = { size: "xs", "aria-label": `${label}: ${person.name}` };
  return isSelf && person.sessions < 2 ? (
    <LockedButton {...name} why={onlySession}>
      {label}
    </LockedButton>
  ) : (
    <PermittedButton {...name} permission={peopleOperations.endSessions} onClick={onAsk}>
      {label}
    </PermittedButton>
  );
};

const createColumns = (onAsk: (listed: Listed) => void): readonly PlainColumn<Listed>[] => [
  {
    header: "Person",
    cell: ({ person: { id, name }, isSelf }) => (
      <span title={id}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {isSelf && " (you)"}
      </span>
    ),
  },
  { header: "Role", cell: ({ person }) => person.roles.map(nameRole).join(", ") },
  { header: "Signed in", cell: ({ person }) => <Moment at={person.signedInAt} /> },
  { header: "Last use", cell: ({ person }) => <Moment at={person.lastUsedAt} /> },
  { header: "Sessions", cell: ({ person }) => person.sessions },
  {
    header: "Action",
    wide: true,
    cell: (listed) => <EndButton listed={listed} onAsk={() => onAsk(listed)} />,
  },
];

const EndDialog = ({ listed, onClose }: { listed: Listed; onClose: () => void }) => {
  const { person, isSelf } = listed;
  const { sending, error, send } = useSending(async () => {
    await endSessions(person.id);
    notify(isSelf ? "Your other sessions ended" : `${person.name} is signed out everywhere`);
    onClose();
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
          All sessions of <bdi>{person.name}</bdi> end at once, in every browser. A role that was
          changed at the sign-in provider counts from the next sign-in. What was typed and not saved
          stays in that person's browser.
        </p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </ConfirmLater>
  );
};

/** Who is signed in, with a button for each person that ends their sessions. */
export const SignedInPeople = () => {
  const { data, error, refetch } = useQuery(signedInPeople());
  const [asked, setAsked] = useState<Listed>();
  const self = useValue(session)?.person?.id;
  // The row whose button had the focus can be gone.
  const box = useFocusFallback(`${asked === undefined} ${data?.value.length}`);
  const failure = error && <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return failure ?? <WaitingSheet />;
  const { value, total = value.length } = data;
  const rows = value.map((person) => ({ person, isSelf: person.id === self }));
  return (
    <div ref={box} className="stack" tabIndex={-1}>
      {failure}
      <Sheet
        title="Signed-in people"
        note={
          total > rows.length
            ? `The ${rows.length} of ${total} who used the console last`
            : "A changed role counts from the person's next sign-in"
        }
        flush
      >
        <PlainTable
          label="Signed-in people"
          columns={createColumns(setAsked)}
          rows={rows}
          none="No one is signed in."
        />
      </Sheet>
      {asked && <EndDialog listed={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
};

import "./people.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { endSessions, signedInPeople } from "#web/api/people.ts";
import { session } from "#web/base/session.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { NoMatches, SearchFilter } from "#web/kit/filters.tsx";
import { readPaging, useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { maxPersonText, quotePersonId } from "#web/records/person-search.ts";
import { Screen } from "#web/kit/screen.tsx";
import { useFocusFallback } from "#web/base/focus.ts";
import { useValue } from "#web/base/value-store.ts";
import { type Role, roleTexts } from "#contract/people.ts";
import { peopleOperations, type SignedInPerson } from "#contract/signed-in-people.ts";
import { type Column, createColumnHelper } from "#web/kit/columns.tsx";
import { LockedButton, PermittedButton } from "#web/kit/button.tsx";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { useSending } from "#web/kit/use-sending.ts";

/** A row of the list: the person, and whether it is the one who reads the list. */
interface ListedPerson {
  readonly person: SignedInPerson;
  readonly isSelf: boolean;
}

const nameRole = (role: string): string =>
  Object.hasOwn(roleTexts, role) ? roleTexts[role as Role].name : role;

const nameRoles = ({ person }: ListedPerson): string => person.roles.map(nameRole).join(", ");

const onlySession =
  "You have no other sessions. To end this one, sign out from the menu with your name.";

const EndButton = ({ listed, onAsk }: { listed: ListedPerson; onAsk: () => void }) => {
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

/** The person's name, which opens what exactly this person has changed. */
const PersonLink = ({ listed: { person, isSelf } }: { listed: ListedPerson }) => (
  <>
    <a href={`/audit?${new URLSearchParams({ person: quotePersonId(person.id) })}`} data-row-link>
      <bdi>{person.name}</bdi>
    </a>
    {isSelf && " (you)"}
  </>
);

const column = createColumnHelper<ListedPerson>();

const createColumns = (onAsk: (listed: ListedPerson) => void): readonly Column<ListedPerson>[] => [
  column.text("person", "Person", 200, {
    of: ({ person }) => person.name,
    grow: true,
    main: true,
    cell: (listed) => <PersonLink listed={listed} />,
  }),
  column.text("role", "Role", 140, { of: nameRoles }),
  column.date("signedInAt", "Signed in", 140, { of: ({ person }) => person.signedInAt }),
  column.date("lastUsedAt", "Last use", 140, { of: ({ person }) => person.lastUsedAt }),
  column.quantity("sessions", "Sessions", 100, { of: ({ person }) => person.sessions }),
  {
    id: "action",
    header: "Action",
    width: 190,
    wide: true,
    cell: (listed) => <EndButton listed={listed} onAsk={() => onAsk(listed)} />,
  },
  column.code("id", "ID", 190, { of: ({ person }) => person.id, optional: true }),
];

/** Asks before the sessions of a person end. */
const EndSessionsDialog = ({ listed, onClose }: { listed: ListedPerson; onClose: () => void }) => {
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

const NoSessions = () => (
  <Notice title="No sessions" blank tone="still">
    <p>
      This console lists signed-in people only with OpenID Connect. With a sign-in proxy, sessions
      end at the proxy.
    </p>
  </Notice>
);

/** Who is signed in, with a button for each person that ends their sessions. A proxy names the role in each request. */
export const PeopleList = () => {
  const { search } = useListSearch("/people");
  const { signIn, person: self } = useValue(session);
  const query = useQuery({
    // The gateway searches for no longer text.
    ...signedInPeople({ search: search.search?.slice(0, maxPersonText), ...readPaging(search) }),
    select: ({ value, ...answer }) => ({
      ...answer,
      value: value.map((person): ListedPerson => ({ person, isSelf: person.id === self?.id })),
    }),
  });
  const [asked, setAsked] = useState<ListedPerson>();
  const columns = useMemo(() => createColumns(setAsked), []);
  // The row whose button had the focus can be gone.
  const box = useFocusFallback(String(asked === undefined));
  return (
    <Screen
      title="Signed-in people"
      crumbs={[{ label: "Activity", to: "/audit" }]}
      lead={signIn === "oidc" && "Role changes take effect at the person's next sign-in."}
      fill
    >
      <div ref={box} className="people__list">
        <DataTable
          name="people"
          label="Signed-in people"
          columns={columns}
          query={query}
          rowId={({ person }) => person.id}
          nameOf={({ person }) => person.name}
          nouns={["person", "people"]}
          order={{ words: "last used first", by: "-lastUsedAt" }}
          tools={
            <SearchFilter
              name="search"
              label="Search people"
              placeholder="Name or email"
              maxLength={maxPersonText}
            />
          }
          empty={
            signIn === "oidc" ? (
              <NoMatches noun="person" many="people" names={["search"]} />
            ) : (
              <NoSessions />
            )
          }
        />
      </div>
      {asked && <EndSessionsDialog listed={asked} onClose={() => setAsked(undefined)} />}
    </Screen>
  );
};

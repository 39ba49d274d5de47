import { type Role, roleTexts } from "#contract/people.ts";
import { peopleOperations, type SignedInPerson } from "#contract/signed-in-people.ts";
import type { Column } from "#web/kit/data-table-model.ts";
import { LockedButton, PermittedButton } from "#web/kit/button.tsx";
import { quotePersonId } from "#web/records/person-search.ts";
import { Code, Moment } from "#web/kit/values.tsx";

/** A row of the list: the person, and whether it is the one who reads the list. */
export interface ListedPerson {
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

/** The columns of the list of signed-in people. */
export const peopleColumns = (
  onAsk: (listed: ListedPerson) => void,
): readonly Column<ListedPerson>[] => [
  {
    id: "person",
    header: "Person",
    width: 200,
    grow: true,
    main: true,
    value: ({ person }) => person.name,
    cell: (listed) => <PersonLink listed={listed} />,
  },
  { id: "role", header: "Role", width: 140, value: nameRoles, cell: nameRoles },
  {
    id: "signedInAt",
    header: "Signed in",
    width: 140,
    value: ({ person }) => person.signedInAt,
    cell: ({ person }) => <Moment at={person.signedInAt} />,
  },
  {
    id: "lastUsedAt",
    header: "Last use",
    width: 140,
    value: ({ person }) => person.lastUsedAt,
    cell: ({ person }) => <Moment at={person.lastUsedAt} />,
  },
  {
    id: "sessions",
    header: "Sessions",
    width: 100,
    align: "end",
    value: ({ person }) => person.sessions,
    cell: ({ person }) => person.sessions,
  },
  {
    id: "action",
    header: "Action",
    width: 190,
    wide: true,
    cell: (listed) => <EndButton listed={listed} onAsk={() => onAsk(listed)} />,
  },
  {
    id: "id",
    header: "ID",
    width: 190,
    optional: true,
    value: ({ person }) => person.id,
    cell: ({ person }) => <Code value={person.id} />,
  },
];

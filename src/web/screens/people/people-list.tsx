import "./people.css";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { signedInPeople } from "#web/api/people.ts";
import { session } from "#web/base/session.ts";
import { DataTable } from "#web/kit/data-table.tsx";
import { SearchFilter } from "#web/kit/filters.tsx";
import { readPaging, useListSearch } from "#web/base/list-search.ts";
import { NoMatches } from "#web/kit/no-matches.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { maxPersonText } from "#web/records/person-search.ts";
import { Screen } from "#web/kit/screen.tsx";
import { useFocusFallback } from "#web/base/use-focus-fallback.ts";
import { useValue } from "#web/base/value-store.ts";
import { EndSessionsDialog } from "./end-sessions-dialog.tsx";
import { type ListedPerson, peopleColumns } from "./people-columns.tsx";

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
  const columns = useMemo(() => peopleColumns(setAsked), []);
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

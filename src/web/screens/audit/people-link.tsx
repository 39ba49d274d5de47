import { peopleOperations } from "#contract/signed-in-people.ts";
import { session } from "#web/base/session.ts";
import { PermittedLink } from "#web/kit/permitted-link.tsx";
import { useValue } from "#web/base/value-store.ts";

/** Leads to who is signed in. Nothing without OpenID Connect: only with it does the gateway keep sessions. */
export const PeopleLink = () =>
  useValue(session).signIn === "oidc" && (
    <PermittedLink permission={peopleOperations.listSignedInPeople} to="/people">
      Signed-in people
    </PermittedLink>
  );

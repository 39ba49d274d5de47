import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type ListSearch, useListSearch } from "#web/base/list-search.ts";
import { useRouteId } from "#web/records/route-id.ts";
import { MappingRuleDetail } from "#web/screens/mapping-rules/editor/mapping-rule-detail.tsx";
import { MappingRuleNew } from "#web/screens/mapping-rules/editor/mapping-rule-new.tsx";

/** The rule that the address names, which is also the key of its draft: one for each start of a new rule. */
const nameSession = (id: string, { copy, given }: ListSearch): string =>
  id === "new"
    ? ["new", copy && `copy ${copy}`, given && `given ${given}`].filter(Boolean).join(" ")
    : `rule ${id}`;

/** One opening of a rule on this screen. */
interface Session {
  readonly number: number;
  /** Whether it started with a rule that the API did not have yet. */
  readonly isNew: boolean;
  readonly name: string;
  /** The id in the address once a rule that was created here has its own address. */
  readonly created: string | undefined;
}

const nextSession = (session: Session, name: string): Session => {
  if (session.name === name) return session;
  if (session.created === name) return { ...session, name };
  return {
    number: session.number + 1,
    isNew: name.startsWith("new"),
    name,
    created: undefined,
  };
};

const before: Session = { number: 0, isNew: false, name: "", created: undefined };

/**
 * The builder, at `/mapping-rules/new` and `/mapping-rules/$id`. A rule that is created stays open while its address
 * changes: the same elements with the same undo, focus and open row, so that no click or key is lost.
 */
export const MappingRuleScreen = () => {
  const id = useRouteId();
  const { search } = useListSearch();
  const navigate = useNavigate();
  const name = nameSession(id, search);
  const [last, setSession] = useState(before);
  const session = nextSession(last, name);
  if (session !== last) setSession(session);
  const goTo = (created: number) => {
    setSession((now) => ({ ...now, created: nameSession(String(created), {}) }));
    // The rule stays open, with JSON that isn't applied, too: nothing is left.
    void navigate({ to: `/mapping-rules/${created}`, replace: true, ignoreBlocker: true });
  };
  return session.isNew ? (
    <MappingRuleNew
      key={session.number}
      name={name}
      id={id === "new" ? undefined : id}
      onCreated={goTo}
    />
  ) : (
    <MappingRuleDetail key={session.number} id={id} name={name} />
  );
};

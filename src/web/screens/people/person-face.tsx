import { UnstyledButton } from "@mantine/core";
import { IconUserCircle } from "@tabler/icons-react";
import { type ComponentPropsWithRef, useState } from "react";
import { roleTexts } from "#contract/people.ts";
import { session } from "#web/base/session.ts";
import { useValue } from "#web/base/value-store.ts";
import { later } from "#web/kit/later.tsx";

/** The button with the person's name and role. */
export const PersonFace = (props: ComponentPropsWithRef<"button">) => {
  const person = useValue(session).person;
  return (
    <UnstyledButton {...props} className="person-face" aria-haspopup="menu">
      <IconUserCircle aria-hidden="true" size={17} stroke={1.75} />
      <span className="visually-hidden">Signed in: </span>
      <strong>{person?.name}</strong>
      <span>{person && roleTexts[person.role]?.name}</span>
    </UnstyledButton>
  );
};

const PersonMenu = later(async () => (await import("./person-menu.tsx")).PersonMenu);

/** The signed-in person; nothing without sign-in. The menu's code loads with the first click. */
export const PersonState = () => {
  const [isWanted, setIsWanted] = useState(false);
  if (!useValue(session).person) return null;
  const face = <PersonFace onClick={() => setIsWanted(true)} />;
  return isWanted ? <PersonMenu instead={face} onFail={() => setIsWanted(false)} /> : face;
};

import { Button } from "@mantine/core";
import { createContext, type ReactNode, useState } from "react";

/** Whether fields without a value are shown: everywhere but inside `<EmptyFields>`, which leaves the choice to the person. */
export const EmptyShown = createContext(true);

/** Leaves out the empty fields of all key values inside, with one button that brings them. */
export const EmptyFields = ({ children }: { children: ReactNode }) => {
  const [shown, setShown] = useState(false);
  return (
    <EmptyShown value={shown}>
      {children}
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          Show empty fields
        </Button>
      </div>
    </EmptyShown>
  );
};

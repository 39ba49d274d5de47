import { Button } from "@mantine/core";
import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from "react";

interface EmptyFieldsState {
  /** Whether fields without a value are shown. */
  readonly shown: boolean;
  /** Adds to the number of empty fields, or subtracts with a negative number. */
  readonly add: (count: number) => void;
}

const EmptyFieldsContext = createContext<EmptyFieldsState>({ shown: true, add: () => {} });

/** Whether to show `count` fields without a value: always outside `<EmptyFields>`, otherwise as the person chooses. */
export const useEmptyFields = (count: number): boolean => {
  const { shown, add } = use(EmptyFieldsContext);
  useLayoutEffect(() => {
    add(count);
    return () => add(-count);
  }, [add, count]);
  return shown;
};

/** Hides the empty fields of all key values inside, with one button that shows them if there are any. */
export const EmptyFields = ({ children }: { children: ReactNode }) => {
  const [shown, setShown] = useState(false);
  const [count, setCount] = useState(0);
  const state = useMemo(
    () => ({ shown, add: (more: number) => setCount((before) => before + more) }),
    [shown],
  );
  return (
    <EmptyFieldsContext value={state}>
      {children}
      {count > 0 && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            // Its text begins where the fields begin.
            style={{ marginInlineStart: "calc(-1 * var(--button-padding-x))" }}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            Show empty fields
          </Button>
        </div>
      )}
    </EmptyFieldsContext>
  );
};

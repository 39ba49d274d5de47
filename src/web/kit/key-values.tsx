import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from "react";
import { createValueStore, type ValueStore } from "#web/base/value-store.ts";
import "./key-values.css";

interface EmptyFieldsState {
  /** Whether fields without a value are shown. */
  readonly shown: boolean;
  /** Adds to the number of empty fields, or subtracts with a negative number. */
  readonly add: (count: number) => void;
}

const EmptyFieldsContext = createContext<EmptyFieldsState>({ shown: true, add: () => {} });

/** Whether to show `count` fields without a value: always outside `<EmptyFields>`, otherwise as the person chooses. */
const useEmptyFields = (count: number): boolean => {
  const { shown, add } = use(EmptyFieldsContext);
  useLayoutEffect(() => {
    add(count);
    return () => add(-count);
  }, [add, count]);
  return shown;
};

/** The choice whether a screen shows its empty fields. Their number is a store: a screen isn't drawn again for it. */
export interface EmptyFieldsChoice extends EmptyFieldsState {
  readonly count: ValueStore<number>;
  readonly toggle: () => void;
}

/** Hides a screen's empty fields until a person asks for them. */
export const useEmptyFieldsChoice = (): EmptyFieldsChoice => {
  const [shown, setShown] = useState(false);
  const [count] = useState(() => createValueStore(0));
  return useMemo(
    () => ({
      shown,
      count,
      add: (more: number) => count.set(count.get() + more),
      toggle: () => setShown(!shown),
    }),
    [shown, count],
  );
};

/** Shows or hides the empty fields of all key values inside. */
export const EmptyFields = ({
  choice,
  children,
}: {
  choice: EmptyFieldsChoice;
  children: ReactNode;
}) => <EmptyFieldsContext value={choice}>{children}</EmptyFieldsContext>;

/** A field of a record with its shown value. */
export interface KeyValue {
  label: string;
  value: ReactNode;
  /** Has no value, so `<EmptyFields>` may hide it. */
  empty?: boolean;
  /** Takes the full width, for a long text. */
  wide?: boolean;
  /** The replacement of a deprecated field. */
  deprecated?: string;
}

/** Shows a record's fields in a grid. */
export const KeyValues = ({ items }: { items: readonly KeyValue[] }) => {
  const emptyShown = useEmptyFields(items.filter(({ empty }) => empty).length);
  return (
    <dl className="key-values">
      {items
        .filter(({ empty }) => emptyShown || !empty)
        .map(({ label, value, wide, deprecated }) => (
          <div
            key={label}
            data-wide={wide || undefined}
            data-deprecated={deprecated ? true : undefined}
          >
            <dt title={deprecated && `Deprecated. Use ${deprecated}.`}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
};

/** Shows the record exactly as the API returned it, including unknown fields. */
export const RawJson = ({ value, title = "Raw JSON" }: { value: unknown; title?: string }) => {
  // A large record's text is megabytes: it is written when it is opened.
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="raw" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>}
    </details>
  );
};

import "./key-values.css";
import { type ReactNode, useState } from "react";
import { useEmptyFields } from "./empty-fields.tsx";

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

import "./key-values.css";
import type { ReactNode } from "react";
import { useEmptyFields } from "./empty-fields.tsx";

/** One field of a record as it is shown. */
export interface KeyValue {
  label: string;
  value: ReactNode;
  /** Without a value: left out where empty fields are. */
  empty?: boolean;
  /** Takes the whole width: a long text. */
  wide?: boolean;
  /** What replaces the field, where the API calls it deprecated. */
  deprecated?: string;
}

/** A record's fields in a grid. */
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

/** The record exactly as it was answered, fields unknown to this console included. */
export const RawJson = ({ value, title = "Raw JSON" }: { value: unknown; title?: string }) => (
  <details className="raw">
    <summary>{title}</summary>
    <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
  </details>
);

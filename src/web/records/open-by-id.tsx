import { Button, TextInput } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { pathIdPattern } from "#contract/primitives.ts";
import { capital, sentenceCase } from "#web/base/format.ts";
import type { RecordKind, SearchName } from "#web/base/list-search.ts";
import { ClearFilters } from "#web/kit/filters.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { seenRecords } from "./recent-records.ts";
import { returnStatusName } from "./return-name.ts";

interface IdRequiredProps {
  /** The kind of record with the id: "return". */
  noun: string;
  /** The filter and its typed value. */
  name: SearchName;
  typed: string;
  /** What filters the rows. */
  filteredBy?: string;
  /** An explanation of where to find the id. */
  children?: ReactNode;
}

/** Shown instead of rows if a filter needs an id and has another value: the API would reject it. */
export const IdRequired = ({
  noun,
  name,
  typed,
  filteredBy = "This list",
  children,
}: IdRequiredProps) => (
  <Notice title={`Enter the ID of the ${noun}`} blank tone="still">
    <p>
      {filteredBy} filters by the {noun} ID, a whole number such as 137. It can't search for “
      {typed}”. {children}
    </p>
    <ClearFilters names={[name]} />
  </Notice>
);

interface IdFormProps {
  label: string;
  placeholder: string;
  /** The label of the button. */
  action: string;
  /** Whether the button is the screen's primary action. */
  filled?: boolean;
  /** The initial value of the field. */
  start?: string;
  onId: (id: string) => void;
}

/** A form for an id, for an upstream that does not list the records. */
export const IdForm = ({ label, placeholder, action, filled, start = "", onId }: IdFormProps) => {
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const fits = pathIdPattern.test(typed.trim());
    setWrong(!fits);
    if (fits) onId(typed.trim());
  };
  return (
    <form className="row" onSubmit={onSubmit} noValidate>
      <TextInput
        aria-label={label}
        inputMode="numeric"
        placeholder={placeholder}
        value={typed}
        error={wrong && "Enter a whole number, 1 or more"}
        errorProps={{ role: "status" }}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant={filled ? "filled" : "default"}>
        {action}
      </Button>
    </form>
  );
};

/** The name of a stored status; of a record without one, nothing. */
const nameStatus = (kind: RecordKind, status: string): string =>
  kind === "returns" && status ? returnStatusName(status) : sentenceCase(capital(status));

interface OpenByIdProps {
  /** The name of the record kind: "RMA". */
  noun: string;
  /** The kind for the stored seen records, and for the path of a record: `/rmas`. */
  kind: RecordKind;
  /** Additional text about this upstream. */
  children?: ReactNode;
}

/** Shown instead of a list that the upstream does not serve: opens a record by id and offers records seen before. */
export const OpenById = ({ noun, kind, children }: OpenByIdProps) => {
  const navigate = useNavigate();
  const seen = seenRecords(kind);
  return (
    <div className="stack">
      <Notice title={`The service doesn't offer a list of ${noun}s`} blank>
        {children ?? <p>Enter the {noun} ID to open a record.</p>}
        <IdForm
          label={`${capital(noun)} ID`}
          placeholder={`${noun} ID`}
          action="Open"
          filled
          onId={(id) => void navigate({ to: `/${kind}/$id`, params: { id } })}
        />
      </Notice>
      {seen.length > 0 && (
        <Notice title="Recently opened in this browser" blank>
          <ul>
            {seen.map((record) => (
              <li key={record.id}>
                <Link to={`/${kind}/$id`} params={{ id: String(record.id) }}>
                  {record.label}
                </Link>{" "}
                {nameStatus(kind, record.status)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
};

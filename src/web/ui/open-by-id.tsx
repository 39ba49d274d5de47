import { Button, TextInput } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { pathIdPattern } from "#contract/primitives.ts";
import type { RecordKind } from "./list-search.ts";
import { Notice } from "./notice.tsx";
import { seenRecords } from "./seen-records.ts";

interface OpenByIdProps {
  /** What one record is called: "RMA". */
  noun: string;
  /** The kind under which seen records are remembered, and the path that opens one: `/rmas`. */
  kind: RecordKind;
  /** What else is to be known about this upstream. */
  children?: ReactNode;
}

/** In place of a list that the upstream does not serve: says so, opens a record by its id, offers those seen before. */
export const OpenById = ({ noun, kind, children }: OpenByIdProps) => {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const seen = seenRecords(kind);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (pathIdPattern.test(text)) void navigate({ to: `/${kind}/$id`, params: { id: text } });
    else setProblem("An id is a whole number from 1.");
  };
  return (
    <div className="stack">
      <Notice title={`This upstream has no list of ${noun}s`} blank>
        {children ?? <p>It serves single records only. Type the id of the {noun} to open it.</p>}
        <form className="row" onSubmit={open} noValidate>
          <TextInput
            aria-label={`Id of the ${noun}`}
            inputMode="numeric"
            placeholder={`${noun} id`}
            value={typed}
            error={problem}
            errorProps={{ role: "status" }}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="filled">
            Open
          </Button>
        </form>
      </Notice>
      {seen.length > 0 && (
        <Notice title="Opened before in this browser" blank>
          <ul>
            {seen.map((record) => (
              <li key={record.id}>
                <Link to={`/${kind}/$id`} params={{ id: String(record.id) }}>
                  {record.label}
                </Link>{" "}
                {record.status}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
};

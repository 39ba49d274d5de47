import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { IdForm } from "./id-form.tsx";
import type { RecordKind } from "./list-search.ts";
import { Notice } from "./notice.tsx";
import { seenRecords } from "./seen-records.ts";

interface OpenByIdProps {
  /** What one record is called: "RMA". */
  noun: string;
  /** The kind under which seen records are remembered, and the path that opens one: `/rmas`. */
  kind: RecordKind;
  /** More about this upstream. */
  children?: ReactNode;
}

/** Shown instead of a list that the upstream does not serve: opens a record by id and offers records seen before. */
export const OpenById = ({ noun, kind, children }: OpenByIdProps) => {
  const navigate = useNavigate();
  const seen = seenRecords(kind);
  return (
    <div className="stack">
      <Notice title={`This upstream has no list of ${noun}s`} blank>
        {children ?? <p>It serves single records only. Type the id of the {noun} to open it.</p>}
        <IdForm
          label={`Id of the ${noun}`}
          placeholder={`${noun} id`}
          action="Open"
          filled
          onId={(id) => void navigate({ to: `/${kind}/$id`, params: { id } })}
        />
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

import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { IdForm } from "./id-form.tsx";
import { capital } from "#web/base/capital.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { returnStatusName } from "./return-name.ts";
import { seenRecords } from "./seen-records.ts";

/** The name of a stored status; of a record without one, nothing. */
const nameStatus = (kind: RecordKind, status: string): string =>
  kind === "returns" && status ? returnStatusName(status) : capital(status);

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
      <Notice title={`The API doesn't offer a list of ${noun}s`} blank>
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

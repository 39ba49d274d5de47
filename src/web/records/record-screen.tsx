import type { UseQueryResult } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { ApiError } from "#web/base/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { describeError } from "#web/api/error-advice.ts";
import { capital } from "#web/base/capital.ts";
import { EmptyFields } from "#web/kit/empty-fields.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { RawJson } from "#web/kit/key-values.tsx";
import { LateHistory } from "./late-history.tsx";
import type { RecordKind } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { useRecentRecord } from "./recent-records.ts";
import { type Crumb, Screen } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { ListNav } from "./record-nav.tsx";
import { rememberSeen } from "./seen-records.ts";
import { ButtonLink } from "#web/kit/button-link.tsx";
import { toRecordId } from "#web/base/record-id.ts";

/** The part of a query that a record's screen uses, so that a record from another source can replace it. */
export interface RecordQuery<R> {
  readonly data: Answer<R> | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: UseQueryResult["refetch"];
  /** When the data was loaded; omitted if it isn't the API's record. */
  readonly dataUpdatedAt?: number;
}

interface RecordScreenProps<R> {
  query: RecordQuery<R>;
  /** The record's name; `fallback` is shown while it is unknown. */
  titleOf: (record: R) => string;
  fallback: string;
  crumbs: readonly Crumb[];
  /** The kind for storing the seen record in this browser, with its status; omitted: not stored. */
  kind?: RecordKind;
  id: string;
  statusOf?: (record: R) => string | null | undefined;
  beside?: (record: R) => ReactNode;
  actions?: (record: R) => ReactNode;
  /** Replaces the way to the previous and next record of the list. */
  nav?: ReactNode;
  /** Rarely used ids and raw records: collapsed at the end, with the raw JSON. */
  technical?: (record: R) => ReactNode;
  children: (record: R) => ReactNode;
}

const LoadingRecord = () => (
  <div className="columns" role="status" aria-busy="true" aria-label="Loading">
    {[1, 2].map((sheet) => (
      <div key={sheet} className="sheet sheet__body stack record-screen__wait">
        {[28, 36, 22, 31, 25, 34].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    ))}
  </div>
);

/** Lists the fields of an answer that could not be parsed, with their raw values. */
export const UnreadableFields = ({ problems }: { problems: Answer<unknown>["problems"] }) =>
  problems.length > 0 && (
    <Notice title="Some fields are unreadable" tone="waiting">
      <ul>
        {problems.map(({ path, message, raw }) => (
          <li key={path}>
            <span className="code">{path}</span>: {message}. The API sent{" "}
            <span className="code">{JSON.stringify(raw)}</span>. The field is left blank.
          </li>
        ))}
      </ul>
    </Notice>
  );

/** Describes a 404: an upstream returns the same text for an unknown operation and an unknown record. */
const describeNotFound = (error: unknown): string => {
  const { text } = describeError(error);
  return /^not found\.?$/i.test(text)
    ? "This record doesn't exist, or the token has no access to it. The Connection screen shows what the API offers."
    : text;
};

type FailedProps = Pick<RecordScreenProps<unknown>, "query" | "crumbs">;

const Failed = ({ query, crumbs }: FailedProps) => {
  const gone = query.error instanceof ApiError && query.error.status === 404;
  const list = crumbs.at(-1);
  return gone ? (
    <Notice
      title="Not found"
      tone="bad"
      alert
      actions={list && <ButtonLink to={list.to}>Go to {list.label}</ButtonLink>}
    >
      <p>{describeNotFound(query.error)}</p>
    </Notice>
  ) : (
    <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  );
};

const TechnicalDetails = ({ children }: { children: ReactNode }) => (
  <details className="raw">
    <summary>Technical details</summary>
    <div className="stack">{children}</div>
  </details>
);

/** The screen of one record: heading first, skeletons, then the record; errors by cause; the raw JSON at the end. */
export const RecordScreen = <R,>(props: RecordScreenProps<R>) => {
  const { query, titleOf, fallback, crumbs, kind, id, statusOf, beside, actions } = props;
  const { technical, children, nav = kind && <ListNav kind={kind} id={id} /> } = props;
  const record = query.data?.value;
  const title = record === undefined ? capital(fallback) : titleOf(record);
  const status = (record !== undefined && statusOf?.(record)) || "";
  const found = record !== undefined;
  // The console changes no products.
  const changed = kind === "products" ? undefined : kind;
  useEffect(() => {
    if (found && kind) rememberSeen(kind, { id: toRecordId(id), label: title, status });
  }, [found, kind, id, title, status]);
  const { channel } = useSearch({ strict: false });
  useRecentRecord(kind, id, found ? title : undefined, channel);
  return (
    <Screen
      title={title}
      crumbs={crumbs}
      beside={record !== undefined && beside?.(record)}
      actions={
        <>
          {record !== undefined && actions?.(record)}
          {nav}
        </>
      }
    >
      {query.isPending && <LoadingRecord />}
      {query.isError && <Failed query={query} crumbs={crumbs} />}
      {query.data && <UnreadableFields problems={query.data.problems} />}
      {record !== undefined && (
        <EmptyFields>
          {children(record)}
          <TechnicalDetails>
            {technical?.(record)}
            <RawJson value={record} />
          </TechnicalDetails>
          {changed && (
            <LateHistory
              resource={changed}
              id={toRecordId(id)}
              version={query.dataUpdatedAt ?? 0}
            />
          )}
        </EmptyFields>
      )}
    </Screen>
  );
};

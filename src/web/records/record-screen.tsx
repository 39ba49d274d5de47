import type { UseQueryResult } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconDots } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Answer } from "#web/api/call.ts";
import { describeError } from "#web/api/error-advice.ts";
import { ApiError } from "#web/base/api-error.ts";
import { capital, formatQuantity, inSentence } from "#web/base/format.ts";
import type { RecordKind } from "#web/base/list-search.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { ButtonLink } from "#web/kit/button.tsx";
import { later } from "#web/kit/later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import {
  EmptyFields,
  type EmptyFieldsChoice,
  RawJson,
  useEmptyFieldsChoice,
} from "#web/kit/key-values.tsx";
import { findListed, type ListPlace } from "#web/base/listed-records.ts";
import { Notice } from "#web/kit/notice.tsx";
import { OpenerButton, usePanelOpener } from "#web/kit/popover-button.tsx";
import { type Crumb, Screen } from "#web/kit/screen.tsx";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useSeenRecord } from "./recent-records.ts";
import type { RecordCommand } from "./record-menu.tsx";
import type { RecordHistoryProps } from "./record-history.tsx";
import { kindNouns } from "./record-kinds.ts";
import { recordAddress } from "./row-link.tsx";
import "./record-screen.css";

interface RecordNavProps {
  kind: RecordKind;
  /** Undefined while it is loading: its space is reserved, so that nothing moves. */
  place: ListPlace | undefined;
  /** The place in words, if not "3 of 50". */
  words?: string | undefined;
}

const describePlace = ({ place, count }: ListPlace): string =>
  place === undefined ? "" : `${formatQuantity(place)} of ${formatQuantity(count)}`;

const unknown: ListPlace = { place: undefined, count: 0, previous: undefined, next: undefined };

/** Opens the previous and the next record of a list, in the order of its rows. */
export const RecordNav = ({
  kind,
  place = unknown,
  words = describePlace(place),
}: RecordNavProps) => {
  const { history } = useRouter();
  const { channel, view } = useSearch({ strict: false });
  const kept = new URLSearchParams({ ...(channel && { channel }), ...(view && { view }) });
  const open = (id: number | undefined) =>
    history.push(`${recordAddress(kind, id)}${kept.size > 0 ? `?${kept}` : ""}`);
  const steps = [
    ["Previous", place.previous, IconChevronUp],
    ["Next", place.next, IconChevronDown],
  ] as const;
  const noun = kindNouns[kind];
  useScreenActions(
    steps.map(
      ([label, id]) => id !== undefined && { label: `${label} ${noun}`, run: () => open(id) },
    ),
  );
  return (
    <nav
      className="record-nav"
      data-unknown={place === unknown || undefined}
      aria-label={`${noun} list`}
    >
      <span className="faint small">{words}</span>
      {steps.map(([label, id, Icon]) => (
        <ActionIcon
          key={label}
          // Not disabled: a disabled button loses the focus at the end of the list.
          aria-disabled={id === undefined}
          data-disabled={id === undefined}
          aria-label={label}
          title={`${label} ${inSentence(noun)}`}
          onClick={() => id !== undefined && open(id)}
        >
          <Icon aria-hidden="true" />
        </ActionIcon>
      ))}
    </nav>
  );
};

/** The neighbors of a record in the list that it was opened from; nothing if it was opened from elsewhere. */
export const ListNav = ({ kind, id }: { kind: RecordKind; id: string }) => {
  const place = findListed(kind, toRecordId(id));
  return place && <RecordNav kind={kind} place={place} />;
};

const loadCode = () => import("./record-history.tsx");
const History = later(async () => (await loadCode()).RecordHistory);
const Asked = later(async () => (await loadCode()).AskedHistory);

/** The last changes of a record, at the end of its screen: the code loads after what is needed first. */
export const LateHistory = (props: RecordHistoryProps) => <History {...props} />;

/** The same for a person who asked for it. */
export const LateAskedHistory = (props: RecordHistoryProps) => (
  <Asked {...props} instead={<Skeleton width={40} />} />
);

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
  /** Rare commands, in the menu at the end of the heading. */
  commands?: readonly RecordCommand[];
  /** Rarely used ids and raw records: shown at the end with the raw JSON, once a person asks for them. */
  technical?: (record: R) => ReactNode;
  children: (record: R) => ReactNode;
}

const LoadingRecord = () => (
  <div className="columns" role="status" aria-busy="true" aria-label="Loading">
    {[1, 2].map((sheet) => (
      <div key={sheet} className="sheet sheet__body stack">
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
            <span className="code">{path}</span>: {message}. It came as{" "}
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
    ? "This record doesn't exist, or you have no access to it. The ID may be mistyped."
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

/** Everything else about a record, at the end of its screen once a person asks for it: the focus goes there. */
const TechnicalDetails = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={place} className="technical stack" aria-label="Technical details" tabIndex={-1}>
      <div className="technical__head">
        <h2>Technical details</h2>
        <Button size="xs" onClick={onClose}>
          Hide
        </Button>
      </div>
      {children}
    </section>
  );
};

const Menu = later(async () => (await import("./record-menu.tsx")).RecordMenu);

/** The rare commands of a record's screen, also for the palette. */
const MoreButton = (props: { commands: readonly RecordCommand[]; empty: EmptyFieldsChoice }) => {
  const { button, panel } = usePanelOpener("menu", Menu.load);
  useScreenActions([
    ...props.commands,
    { label: `${props.empty.shown ? "Hide" : "Show"} empty fields`, run: props.empty.toggle },
  ]);
  return (
    <>
      <OpenerButton title="More" icon={<IconDots aria-hidden="true" />} {...button} />
      {panel && <Menu {...panel} {...props} />}
    </>
  );
};

/** The screen of one record: heading first, skeletons, then the record; errors by cause. */
export const RecordScreen = <R,>(props: RecordScreenProps<R>) => {
  const { query, titleOf, fallback, crumbs, kind, id, statusOf, beside, actions } = props;
  const { technical, children, commands = [] } = props;
  const { nav = kind && <ListNav kind={kind} id={id} /> } = props;
  const record = query.data?.value;
  const title = record === undefined ? capital(fallback) : titleOf(record);
  const status = (record !== undefined && statusOf?.(record)) || "";
  const found = record !== undefined;
  // The console changes no products.
  const changed = kind === "products" ? undefined : kind;
  const { channel } = useSearch({ strict: false });
  useSeenRecord(kind, id, found ? title : undefined, status, channel);
  const empty = useEmptyFieldsChoice();
  const [isTechnical, setTechnical] = useState(false);
  return (
    <Screen
      title={title}
      crumbs={crumbs}
      beside={record !== undefined && beside?.(record)}
      actions={
        <>
          {record !== undefined && actions?.(record)}
          {nav}
          {record !== undefined && (
            <MoreButton
              empty={empty}
              commands={[
                ...commands,
                { label: "Technical details", run: () => setTechnical(true) },
              ]}
            />
          )}
        </>
      }
    >
      {query.isPending && <LoadingRecord />}
      {query.isError && <Failed query={query} crumbs={crumbs} />}
      {query.data && <UnreadableFields problems={query.data.problems} />}
      {record !== undefined && (
        <EmptyFields choice={empty}>
          {children(record)}
          {changed && (
            <LateHistory
              resource={changed}
              id={toRecordId(id)}
              version={query.dataUpdatedAt ?? 0}
            />
          )}
          {isTechnical && (
            <TechnicalDetails onClose={() => setTechnical(false)}>
              {technical?.(record)}
              <RawJson value={record} />
            </TechnicalDetails>
          )}
        </EmptyFields>
      )}
    </Screen>
  );
};

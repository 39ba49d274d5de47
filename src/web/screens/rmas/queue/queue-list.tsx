import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Rma } from "#contract/rmas.ts";
import { formatCount, formatMoney, formatQuantity, sentenceCase } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { editingChanges } from "#web/editing/editing.ts";
import { Counting } from "#web/kit/counting.tsx";
import { SearchField } from "#web/kit/fields.tsx";
import { Moment } from "#web/kit/values.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { countUndecided } from "#web/records/rma-status.tsx";
import { RowButton } from "#web/records/row-link.tsx";
import { BulkBar } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { toDecide } from "#web/screens/rmas/rma-queue.ts";
import { findDecision, findRma } from "#web/screens/rmas/use-decision.ts";
import { isDone, markDecision } from "./queue-model.ts";
import { type Queue, useDecided, useKnownRma, useToDecideCount } from "./use-queue.ts";

/** The mark of an RMA, undefined while nothing has happened, and whether it no longer waits. */
const useQueueMark = (id: number, rma: Rma | undefined) => {
  const read = () => {
    const editing = findDecision(id);
    return { mark: markDecision(rma, editing), isDone: rma !== undefined && isDone(rma, editing) };
  };
  useSyncExternalStore(editingChanges.subscribe, () => {
    const { mark, isDone: done } = read();
    return `${mark?.label} ${done}`;
  });
  return read();
};

/** A ring that runs out with the time in which a save can be taken back. */
const HeldRing = ({ id }: { id: number }) => {
  const [ms] = useState(() => {
    const phase = findDecision(id)?.state.get().phase;
    return phase?.kind === "holding" ? phase.until - Date.now() : 0;
  });
  return (
    <svg className="queue-row__ring" width="14" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="6" pathLength="1" style={{ animationDuration: `${ms}ms` }} />
    </svg>
  );
};

interface QueueRowProps {
  id: number;
  current: boolean;
  selected: boolean;
  /** Whether it stays in the list after it is decided. */
  stays: boolean;
  sourceName: (id: number | null | undefined) => string;
  onOpen: (id: number, extend: boolean) => void;
  onSelect: (id: number, extend: boolean) => void;
}

const Row = ({ id, current, selected, stays, sourceName, onOpen, onSelect }: QueueRowProps) => {
  const rma = useKnownRma(id);
  const { mark, isDone: done } = useQueueMark(id, rma);
  if (!rma) return null;
  const open = countUndecided(rma);
  return (
    <li
      className="queue-row"
      data-current={current || undefined}
      data-left={(done && !current && !selected && !stays) || undefined}
      data-id={id}
    >
      <label>
        <input
          type="checkbox"
          aria-label={`Select ${rmaName(rma)}`}
          tabIndex={current ? 0 : -1}
          checked={selected}
          // The click knows whether Shift is pressed.
          onClick={(event) => onSelect(id, event.shiftKey)}
          onChange={() => undefined}
        />
      </label>
      <RowButton
        className="queue-row__open"
        title={`Open ${rmaName(rma)}`}
        current={current}
        onClick={(event) => onOpen(id, event.shiftKey)}
      >
        <strong>
          <bdi>{rmaName(rma)}</bdi>
        </strong>
        <span className="faint small">
          <Moment at={rma.createdAt} />
        </span>
        <span className="faint small truncate">
          <bdi>{sourceName(rma.sourceId)}</bdi>
        </span>
        {mark ? (
          <span className="queue-row__mark small" data-tone={mark.tone}>
            {mark.held && <HeldRing id={id} />}
            {mark.label}
          </span>
        ) : (
          <span className="queue-row__units faint small">{formatCount(open, "unit")}</span>
        )}
      </RowButton>
    </li>
  );
};

/** One RMA in the queue's list; it renders again only when something about it changes. */
export const QueueRow = memo(Row);

const steps: Readonly<Partial<Record<string, number>>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus between the rows. */
const onArrow = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key];
  const rows = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      ".queue-row:not([data-left]) [data-row-link]",
    ),
  ];
  const row = (event.target as Element).closest("li")?.querySelector("[data-row-link]");
  const to = rows[rows.findIndex((one) => one === row) + (step ?? 0)];
  if (step === undefined || !to) return;
  event.preventDefault();
  to.focus();
};

const Filters = ({ queue }: { queue: Queue }) => {
  const { search } = useListSearch("/rmas/queue");
  const { rma: _, ...listed } = search;
  const { status, page: _page, sort, ...others } = listed;
  const count = Object.values(others).filter(Boolean).length;
  const left = useToDecideCount(queue.ids);
  const words = [
    status && ![toDecide, "all"].includes(status) && sentenceCase(status),
    count > 0 && formatCount(count, "filter"),
    sort ? undefined : "oldest first",
    queue.of !== undefined && `the oldest of ${formatQuantity(queue.of)}`,
  ].filter(Boolean);
  return (
    <p className="queue-list__filters faint small">
      <span>
        <Counting value={left} show={(count) => `${formatQuantity(count)} to decide`} />
        {words.map((word) => ` · ${word}`)}
      </span>
      <Link to="/rmas" search={{ ...listed, status: status ?? toDecide }}>
        Edit filters
      </Link>
    </p>
  );
};

interface DecidedProps {
  queue: Queue;
  isShown: boolean;
  onTurn: () => void;
}

/** How many of the queue were decided, with their credit: they have left the list, and can be shown again. */
const Decided = ({ queue, isShown, onTurn }: DecidedProps) => {
  const { count, cents } = useDecided(queue.ids);
  return (
    <div className="queue-list__decided small">
      <span>
        <Counting value={count} show={(decided) => `${formatQuantity(decided)} decided`} />
        {" · "}
        <Counting value={cents} show={(credit) => `${formatMoney(credit / 100)} credit`} />
      </span>
      {count > 0 && (
        <Button
          variant="subtle"
          size="xs"
          aria-label={`${isShown ? "Hide" : "Show"} decided RMAs`}
          onClick={onTurn}
        >
          {isShown ? "Hide" : "Show"}
        </Button>
      )}
    </div>
  );
};

/** The rows of the queue, with a search in them and the selection. */
export const QueueList = ({ queue, onOpened }: { queue: Queue; onOpened?: () => void }) => {
  const { shown, current, selected, typed, sourceName, open, select } = queue;
  // What the search hides is not decided with the rest.
  const picked = shown.filter((id) => selected.has(id));
  const hidden = selected.size - picked.length;
  const [showsDecided, setShowsDecided] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[data-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const openRow = useCallback(
    (id: number, extend: boolean) => {
      if (extend) return select(id, true);
      open(id);
      onOpened?.();
    },
    [open, select, onOpened],
  );
  return (
    <div className="queue-list">
      <div className="queue-list__head">
        <SearchField
          size="xs"
          aria-label="Search in this queue"
          placeholder="Search in this queue"
          value={typed}
          onType={queue.setTyped}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || shown[0] === undefined) return;
            event.preventDefault();
            openRow(shown[0], false);
            queue.setTyped("");
          }}
        />
        <Filters queue={queue} />
      </div>
      <ol
        ref={list}
        className="queue-list__rows"
        aria-label="RMAs in the queue"
        onKeyDown={onArrow}
      >
        {shown.map((id) => (
          <QueueRow
            key={id}
            id={id}
            current={id === current}
            selected={selected.has(id)}
            stays={showsDecided || typed !== ""}
            sourceName={sourceName}
            onOpen={openRow}
            onSelect={select}
          />
        ))}
      </ol>
      {shown.length === 0 && (
        <p className="queue-list__none">No RMA of the queue matches “{typed}”.</p>
      )}
      <Decided queue={queue} isShown={showsDecided} onTurn={() => setShowsDecided(!showsDecided)} />
      {selected.size > 0 && (
        <div className="row queue-list__picked small" role="group" aria-label="Selected RMAs">
          <strong role="status">
            {formatCount(picked.length, "RMA")} selected
            {hidden > 0 && `, ${formatQuantity(hidden)} more hidden by the search`}
          </strong>
          {picked.length > 0 && (
            <BulkBar
              rmas={picked.flatMap((id) => findRma(id) ?? [])}
              clear={queue.clearSelection}
            />
          )}
          <Button variant="subtle" color="gray" size="xs" onClick={queue.clearSelection}>
            Clear selection
          </Button>
        </div>
      )}
    </div>
  );
};

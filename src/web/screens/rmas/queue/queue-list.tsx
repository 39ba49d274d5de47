import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { BulkBar } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { getDesk } from "#web/screens/rmas/decision-desks.ts";
import { toDecide } from "#web/screens/rmas/rma-queue.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { SearchField } from "#web/kit/search-field.tsx";
import { QueueRow } from "./queue-row.tsx";
import type { Queue } from "./use-queue.ts";

const steps: Readonly<Partial<Record<string, number>>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus between the rows. */
const onArrow = (event: KeyboardEvent<HTMLElement>) => {
  const step = steps[event.key];
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
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
  const words = [
    !status || status === toDecide ? "To decide" : status,
    count > 0 && formatCount(count, "filter"),
    sort ? undefined : "oldest first",
    queue.of !== undefined && `the oldest of ${formatQuantity(queue.of)}`,
  ].filter(Boolean);
  return (
    <p className="queue-list__filters">
      <span>{words.join(" · ")}</span>
      <Link to="/rmas" search={{ ...listed, status: status ?? toDecide }}>
        Edit filters
      </Link>
    </p>
  );
};

/** The rows of the queue, with a search in them and the selection. */
export const QueueList = ({ queue, onOpened }: { queue: Queue; onOpened?: () => void }) => {
  const { shown, current, selected, typed, sourceName, open, select } = queue;
  // What the search hides is not decided with the rest.
  const picked = shown.filter((id) => selected.has(id));
  const hidden = selected.size - picked.length;
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
          className="queue-list__search"
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
            sourceName={sourceName}
            onOpen={openRow}
            onSelect={select}
          />
        ))}
      </ol>
      {shown.length === 0 && (
        <p className="queue-list__none">No RMA of the queue matches “{typed}”.</p>
      )}
      {selected.size > 0 && (
        <div className="queue-list__picked" role="group" aria-label="Selected RMAs">
          <strong role="status">
            {formatCount(picked.length, "RMA")} selected
            {hidden > 0 && `, ${formatQuantity(hidden)} more hidden by the search`}
          </strong>
          {picked.length > 0 && (
            <BulkBar rmas={picked.map((id) => getDesk(id).record())} clear={queue.clearSelection} />
          )}
          <Button variant="subtle" color="gray" size="xs" onClick={queue.clearSelection}>
            Clear selection
          </Button>
        </div>
      )}
    </div>
  );
};

import { memo } from "react";
import { formatCount } from "#web/base/format.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { RowButton } from "#web/records/row-link.tsx";
import { Moment } from "#web/kit/values.tsx";
import { useValue } from "#web/base/value-store.ts";
import { getDesk } from "#web/screens/rmas/decision-desks.ts";
import { markDesk, type QueueMark } from "./queue-mark.ts";
import { countUndecided, useKnownRma } from "./use-queue-rows.ts";

/** The mark of an RMA; undefined while nothing has happened. */
const useQueueMark = (id: number): QueueMark | undefined => {
  const desk = getDesk(id);
  useValue(desk.unsent);
  useValue(desk.saving);
  return markDesk(desk);
};

interface QueueRowProps {
  id: number;
  current: boolean;
  selected: boolean;
  sourceName: (id: number | null | undefined) => string;
  onOpen: (id: number, extend: boolean) => void;
  onSelect: (id: number, extend: boolean) => void;
}

const Row = ({ id, current, selected, sourceName, onOpen, onSelect }: QueueRowProps) => {
  const rma = useKnownRma(id);
  const mark = useQueueMark(id);
  if (!rma) return null;
  const open = countUndecided(rma);
  return (
    <li className="queue-row" data-current={current || undefined} data-id={id}>
      <label className="queue-row__pick">
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
        <span className="queue-row__age">
          <Moment at={rma.createdAt} />
        </span>
        <span className="queue-row__source truncate">
          <bdi>{sourceName(rma.sourceId)}</bdi>
        </span>
        {mark ? (
          <span className="queue-row__mark" data-tone={mark.tone}>
            {mark.label}
          </span>
        ) : (
          <span className="queue-row__units">{formatCount(open, "unit")}</span>
        )}
      </RowButton>
    </li>
  );
};

/** One RMA in the queue's list; it renders again only when something about it changes. */
export const QueueRow = memo(Row);

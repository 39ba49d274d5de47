import { Link } from "@tanstack/react-router";
import type { ReturnModel } from "#contract/returns.ts";
import { readTime } from "#contract/read-time.ts";
import { useChannelName } from "#web/api/party-names.ts";
import { formatAge, formatCount, formatMoney, formatQuantity, nothing } from "#web/base/format.ts";
import { Sheet } from "#web/kit/screen.tsx";
import type { Figures } from "./use-figures.ts";

/** A return without a date is listed last. */
const createdAt = ({ insertedAt }: ReturnModel): number =>
  readTime(insertedAt) || Number.MAX_SAFE_INTEGER;

const describeItems = ({ totalReturnItems: count }: ReturnModel): string =>
  count === null || count === undefined ? nothing : formatCount(count, "item");

const Rows = ({ returns, now }: { returns: readonly ReturnModel[]; now: number }) => {
  const channelName = useChannelName(true);
  return returns.map((one) => (
    <li key={one.id}>
      <Link to="/returns/$id" params={{ id: String(one.id) }} className="oldest-return">
        <strong>
          <bdi>{one.returnNumber || `Return ${one.id}`}</bdi>
        </strong>
        <bdi className="oldest-return__channel truncate">{channelName(one.channelId)}</bdi>
        <span>{describeItems(one)}</span>
        <span className="oldest-return__refund">{formatMoney(one.refundTotal)}</span>
        <span className="oldest-return__age">{formatAge(one.insertedAt, now)}</span>
      </Link>
    </li>
  ));
};

/** The open returns that wait longest, in a large window only: nearly all of them are loaded for the chart anyway. */
export const OldestReturns = ({ figures, now }: { figures: Figures["returns"]; now: number }) => {
  const { rows, isPart, shown } = figures;
  if (shown === 0 || rows.length === 0) return null;
  const oldest = rows.toSorted((a, b) => createdAt(a) - createdAt(b));
  return (
    <div className="overview__oldest">
      <Sheet
        title="Oldest open returns"
        note={isPart ? `Of the ${formatQuantity(rows.length)} returns loaded` : undefined}
        flush
      >
        <ol>
          <Rows returns={oldest.slice(0, shown)} now={now} />
        </ol>
      </Sheet>
    </div>
  );
};

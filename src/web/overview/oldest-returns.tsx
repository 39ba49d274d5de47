import { Link } from "@tanstack/react-router";
import type { ReturnModel } from "#contract/returns.ts";
import { useChannelName } from "#web/api/party-names.ts";
import { formatAge, formatCount, formatMoney } from "#web/ui/format.ts";
import { createMediaQuery, useMedia } from "#web/ui/use-media.ts";
import { Sheet } from "#web/ui/screen.tsx";

/** A window in which the list of RMAs is taller than the figures beside it. */
const large = createMediaQuery("(min-width: 100rem) and (min-height: 60rem)");
/** As many rows as fill the height of the list of RMAs. */
const most = 7;

/** A return without a date is listed last. */
const createdAt = ({ insertedAt }: ReturnModel): number =>
  Date.parse(insertedAt ?? "") || Number.MAX_SAFE_INTEGER;

const Rows = ({ returns, now }: { returns: readonly ReturnModel[]; now: number }) => {
  const channelName = useChannelName(true);
  return returns.map((one) => (
    <li key={one.id}>
      <Link to="/returns/$id" params={{ id: String(one.id) }} className="oldest-return">
        <strong>
          <bdi>{one.returnNumber || `Return ${one.id}`}</bdi>
        </strong>
        <bdi className="oldest-return__channel">{channelName(one.channelId)}</bdi>
        <span>{formatCount(one.totalReturnItems ?? 0, "item")}</span>
        <span className="oldest-return__refund">{formatMoney(one.refundTotal)}</span>
        <span className="oldest-return__age">{formatAge(one.insertedAt, now)}</span>
      </Link>
    </li>
  ));
};

/** The open returns that wait longest, in a large window only: they are loaded for the chart anyway. */
export const OldestReturns = ({
  returns,
  now,
}: {
  returns: readonly ReturnModel[];
  now: number;
}) => {
  const fits = useMedia(large);
  if (!fits || returns.length === 0) return null;
  const oldest = returns.toSorted((a, b) => createdAt(a) - createdAt(b));
  return (
    <div className="overview__oldest">
      <Sheet title="Oldest open returns" flush>
        <ol>
          <Rows returns={oldest.slice(0, most)} now={now} />
        </ol>
      </Sheet>
    </div>
  );
};

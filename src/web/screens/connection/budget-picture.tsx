import type { ConnectionToken } from "#contract/connection.ts";
import { countByUrgency, describePause, describeQueue, describeUse } from "./connection-words.ts";

/** More requests per second than can be distinguished are one bar. */
const mostSlots = 10;

const Bar = ({ share }: { share: number }) => (
  <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 1">
    <rect width={100 * Math.min(1, share)} height="1" />
  </svg>
);

/** The requests of the last second against the rate limit: a mark for each, or one bar for many. */
export const UseOfLimit = ({ token, limit }: { token: ConnectionToken; limit: number }) => {
  const { used, pausedMs } = token;
  const marks = limit > 0 && limit <= mostSlots ? limit : 1;
  const filled = limit === 0 ? 0 : (used / limit) * marks;
  return (
    <div className="budget" data-paused={pausedMs > 0 || undefined}>
      <span className="budget__marks">
        {Array.from({ length: marks }, (_, mark) => (
          <Bar key={mark} share={Math.max(0, filled - mark)} />
        ))}
      </span>
      <span>{pausedMs > 0 ? describePause(pausedMs) : describeUse(used, limit)}</span>
    </div>
  );
};

/** The waiting requests by urgency, as one bar of three parts, and in words. */
export const WaitingBar = ({ waiting }: Pick<ConnectionToken, "waiting">) => (
  <div className="budget">
    <span className="budget__queue" aria-hidden="true">
      {countByUrgency(waiting).map(({ name, count }) => (
        <svg key={name} data-urgency={name} style={{ flexGrow: count }} />
      ))}
    </span>
    <span>{describeQueue(waiting)}</span>
  </div>
);

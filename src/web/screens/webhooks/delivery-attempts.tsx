import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readTime } from "#contract/read-time.ts";
import type { WebhookAttempt, WebhookDelivery } from "#contract/webhooks.ts";
import { isUnserved } from "#web/base/api-error.ts";
import { deliveryAttempts } from "#web/api/webhook-deliveries.ts";
import { CopyButton } from "#web/kit/copy-button.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount, formatDateTime, formatToSecond, formatQuantity } from "#web/base/format.ts";
import { KeyValues } from "#web/kit/key-values.tsx";
import { useNow } from "#web/base/use-now.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code } from "#web/kit/values.tsx";

/** JSON with a line for each field; any other text as it is. */
const inLines = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const isDelivered = ({ statusCode }: WebhookAttempt): boolean =>
  statusCode !== null && statusCode !== undefined && statusCode >= 200 && statusCode < 300;

const describeOutcome = ({ statusCode, requestHeaders }: WebhookAttempt): string => {
  if (statusCode) return String(statusCode);
  return requestHeaders ? "No response" : "Not sent";
};

/** The request and the receiver's response. */
const Exchange = ({ attempt }: { attempt: WebhookAttempt }) => {
  const { requestHeaders, responseBody, responseCut } = attempt;
  return (
    <>
      <h4>Request headers</h4>
      <pre tabIndex={0}>
        {Object.entries(requestHeaders ?? {})
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")}
      </pre>
      <h4>Response body{responseCut ? ", first 4,000 characters" : ""}</h4>
      {responseBody ? <pre tabIndex={0}>{inLines(responseBody)}</pre> : <p>Empty</p>}
    </>
  );
};

const Attempt = ({ attempt, number }: { attempt: WebhookAttempt; number: number }) => {
  const { triedAt, durationMs, url, result, responseBody } = attempt;
  return (
    <details className="attempt">
      <summary>
        <span className="attempt__when">
          {number}. {formatToSecond(triedAt)}
        </span>
        <StatusBadge
          label={describeOutcome(attempt)}
          tone={isDelivered(attempt) ? "good" : "bad"}
        />
        <span className="faint">{formatQuantity(durationMs)} ms</span>
      </summary>
      <div className="attempt__parts">
        <KeyValues
          items={[
            // The reason of a failure is the response, if there is one.
            ...(responseBody ? [] : [{ label: "Result", value: result, wide: true }]),
            { label: "Address", value: <Code value={url} />, wide: true },
          ]}
        />
        {attempt.requestHeaders && <Exchange attempt={attempt} />}
      </div>
    </details>
  );
};

const Planned = ({ times, active }: { times: readonly string[]; active: boolean }) => {
  const now = useNow();
  const [next, ...later] = times;
  const last = later.at(-1);
  if (next === undefined) return null;
  if (!active) return <p>The next attempt is made when the webhook is enabled.</p>;
  return (
    <p>
      Next attempt: {readTime(next) < now ? "overdue" : formatDateTime(next)}
      {last === undefined
        ? ". It is the last one."
        : `. If it fails, ${formatCount(later.length, "more attempt")} until ${formatDateTime(last)}.`}
    </p>
  );
};

const Payload = ({ text }: { text: string }) => (
  <section className="webhook__message" aria-label="Payload">
    <div className="webhook__head">
      <h3>Payload</h3>
      <CopyButton text={text} what="payload" isSecret />
    </div>
    <pre tabIndex={0}>{inLines(text)}</pre>
  </section>
);

const Details = ({
  delivery,
  active,
  children,
}: Omit<DeliveryAttemptsProps, "id" | "triedAt"> & { delivery: WebhookDelivery }) => {
  const { payload, attempts, plannedAttempts } = delivery;
  return (
    <>
      {attempts.length === 0 && children}
      <section className="webhook__message" aria-label="Attempts">
        <h3>Attempts</h3>
        {attempts.length === 0 && <p>No attempts stored</p>}
        {attempts.map((attempt, index) => (
          // A new one comes first: the opened one stays open.
          <Attempt
            key={attempt.triedAt ?? index}
            attempt={attempt}
            number={attempts.length - index}
          />
        ))}
        <Planned times={plannedAttempts} active={active} />
      </section>
      {payload && <Payload text={payload} />}
    </>
  );
};

interface DeliveryAttemptsProps {
  id: number;
  /** The event's last attempt: after a further one, they are loaded again. */
  triedAt: string | null | undefined;
  /** Whether the webhook is active. */
  active: boolean;
  /** The last result, shown where no attempts are known. */
  children: ReactNode;
}

/** The payload of an event and the receiver's responses, attempt by attempt. */
export const DeliveryAttempts = ({ id, triedAt, active, children }: DeliveryAttemptsProps) => {
  const query = useQuery({
    ...deliveryAttempts(id, triedAt ?? null),
    placeholderData: keepPreviousData,
  });
  if (query.data)
    return (
      <Details delivery={query.data.value} active={active}>
        {children}
      </Details>
    );
  if (isUnserved(query.error))
    return (
      <>
        {children}
        <p className="faint">The API doesn't offer the payload and the attempts.</p>
      </>
    );
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="attempt__loading">
      <Skeleton />
    </div>
  );
};

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WebhookConfiguration } from "#contract/webhooks.ts";
import { isUnserved } from "#web/api/api-error.ts";
import type { Answer } from "#web/api/call.ts";
import { adviceOf } from "#web/api/error-advice.ts";
import { openReturns, processingCount, webhookStates } from "#web/api/overview.ts";
import { counted, quantity } from "#web/ui/format.ts";
import type { ListSearch } from "#web/ui/list-search.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface CardProps<T> {
  title: string;
  query: { data: Answer<T> | undefined; error: unknown; isError: boolean };
  /** The figure and what it means, from the answer. */
  say: (answer: Answer<T>) => { figure: string; text: string };
  to: "/returns" | "/purchase-orders" | "/webhooks";
  search?: ListSearch;
}

const full = 50;

const wordsOf = <T,>({
  query,
  say,
}: Pick<CardProps<T>, "query" | "say">): { figure: string; text: string } | undefined => {
  if (query.data) return say(query.data);
  if (!query.isError) return undefined;
  return {
    figure: "–",
    text: isUnserved(query.error) ? "Not offered by the API" : adviceOf(query.error).title,
  };
};

const Card = <T,>({ title, query, say, to, search = {} }: CardProps<T>) => {
  const words = wordsOf({ query, say });
  return (
    <Link to={to} search={search} className="sheet also__card">
      <span className="label">{title}</span>
      {words ? (
        <>
          <strong className="also__figure">{words.figure}</strong>
          <span className="also__text">{words.text}</span>
        </>
      ) : (
        <Skeleton width={10} />
      )}
    </Link>
  );
};

const webhooksInWords = ({ value }: Answer<readonly WebhookConfiguration[]>) => {
  const disabled = value.filter(({ status }) => status === "disabled").length;
  return {
    figure: quantity(disabled),
    text:
      disabled === 0
        ? `All ${counted(value.length, "webhook")} are active or deleted`
        : `of ${counted(value.length, "webhook")} disabled`,
  };
};

/** The rest of what waits; each figure costs one request in the background, after the RMAs. */
export const AlsoWaiting = () => {
  const returns = useQuery(openReturns());
  const processing = useQuery({ ...processingCount(), enabled: !returns.isPending });
  const webhooks = useQuery({ ...webhookStates(), enabled: !processing.isPending });
  return (
    <div className="also">
      <Card
        title="Returns"
        query={returns}
        to="/returns"
        search={{ status: "open" }}
        say={({ value, total }) => ({
          figure:
            total === undefined
              ? `${quantity(value.length)}${value.length >= full ? "+" : ""}`
              : quantity(total),
          text: "open",
        })}
      />
      <Card
        title="Purchase orders"
        query={processing}
        to="/purchase-orders"
        search={{ filterStatus: "processing" }}
        say={({ value }) => ({
          figure: quantity(value),
          text: "in Processing",
        })}
      />
      <Card title="Webhooks" query={webhooks} to="/webhooks" say={webhooksInWords} />
    </div>
  );
};

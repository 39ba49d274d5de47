import { Button } from "@mantine/core";
import { toRecordId } from "#web/base/record-id.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { requestRate } from "#contract/limits.ts";
import { ApiError } from "#web/base/api-error.ts";
import { channelList } from "#web/api/account.ts";
import { connection } from "#web/api/connection.ts";
import { fetchBareProducts } from "#web/api/products.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { lastChannel } from "#web/base/last-channel.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { Notice } from "#web/kit/notice.tsx";
import { ChannelChoice, resellersFirst } from "#web/records/channel-choice.tsx";
import { ProgressBar } from "#web/kit/progress-bar.tsx";
import { getChannelId, toPlaceSearch } from "./product-words.ts";
import { describeSearchCost, type SearchProgress, searchChannel } from "./search-channel.ts";

type Phase =
  | { kind: "idle" }
  | ({ kind: "looking" } & SearchProgress)
  | { kind: "stopped"; seen: number }
  | { kind: "missed"; seen: number }
  | { kind: "failed"; error: unknown };

/** Searches a channel until the product is found, the pages end or the user stops it. */
const useChannelSearch = (id: string) => {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Phase>({ kind: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const search = async (channelId: number, signal: AbortSignal) => {
    const readPage = async (page: number) => {
      const answer = await fetchBareProducts(channelId, page, signal);
      signal.throwIfAborted();
      return answer;
    };
    const report = (progress: SearchProgress) => setPhase({ kind: "looking", ...progress });
    const { found, seen } = await searchChannel(id, readPage, report);
    if (!found) return setPhase({ kind: "missed", seen });
    const place = { ...toPlaceSearch(found), channel: String(channelId) };
    await navigate({ to: ".", search: place, replace: true });
  };
  const start = (channelId: number) => {
    setPhase({ kind: "looking", pages: 0, seen: 0, total: undefined });
    const { signal } = (running.current = new AbortController());
    search(channelId, signal).catch((error: unknown) => {
      if (!signal.aborted) setPhase({ kind: "failed", error });
    });
  };
  const stop = () => {
    running.current?.abort();
    setPhase({ kind: "stopped", seen: phase.kind === "looking" ? phase.seen : 0 });
  };
  return { phase, start, stop };
};

const Progress = ({ seen, total }: { seen: number; total: number | undefined }) => (
  <>
    <ProgressBar
      className="product__progress"
      label="Products searched"
      done={seen}
      total={total}
    />
    <p role="status">
      {formatQuantity(seen)}{" "}
      {total === undefined ? "products" : `of ${formatQuantity(total)} products`} searched.
    </p>
  </>
);

const outcomes = {
  stopped: (seen: number) => `Stopped after ${formatCount(seen, "product")}.`,
  missed: (seen: number) =>
    `Not found among the ${formatCount(seen, "product")} of this channel. It may belong to another channel, or it was removed. A product that changed during the search can also be missed; search again to be sure.`,
};

/** Shown when a product cannot be found by its link: the reason, and a search with its cost. */
export const ProductSearch = ({ id, error }: { id: string; error: unknown }) => {
  const { search } = useListSearch();
  const channels = useQuery(channelList()).data?.value ?? [];
  const [chosen, choose] = useState<number>();
  const channelId =
    chosen ?? getChannelId(search) ?? lastChannel.get() ?? resellersFirst(channels)[0]?.id;
  const { phase, start, stop } = useChannelSearch(id);
  const { data } = useQuery(connection());
  // Until the gateway's own limit is known, that of the API: a sentence that grows would shift what is below it.
  const rateLimit = data ? data.rateLimit : requestRate.limit;
  const looking = phase.kind === "looking";
  const failed = error !== null && !(error instanceof ApiError && error.status === 404);
  if (failed) return <ErrorNotice error={error} />;
  return (
    <Notice title={error ? "Product not found at this link" : "Select the product's channel"}>
      <p>
        The service can't load a single product, only pages of a channel's products sorted by last
        change.{" "}
        {error
          ? "The product may have changed since this link was created, or it belongs to another channel."
          : "This link doesn't include the date of the last change, so the channel must be searched."}
      </p>
      <div className="row" style={{ width: "100%" }}>
        <ChannelChoice
          channelId={channelId}
          onChoose={(text) => choose(toRecordId(text))}
          enabled
        />
        {looking ? (
          <Button variant="outline" color="red" onClick={stop}>
            Stop searching
          </Button>
        ) : (
          <Button
            variant="filled"
            disabled={channelId === undefined}
            onClick={() => channelId !== undefined && start(channelId)}
          >
            Search this channel
          </Button>
        )}
      </div>
      {phase.kind === "idle" && (
        <p className="faint">{describeSearchCost(rateLimit)} Other requests go first.</p>
      )}
      {looking && <Progress seen={phase.seen} total={phase.total} />}
      {(phase.kind === "stopped" || phase.kind === "missed") && (
        <p role="status">{outcomes[phase.kind](phase.seen)}</p>
      )}
      {phase.kind === "failed" && <ErrorNotice error={phase.error} />}
    </Notice>
  );
};

import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { accountOperations } from "#contract/account.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { sourceList, useSourceName } from "#web/api/account.ts";
import { processingCount, receiveOrders } from "#web/api/received-orders.ts";
import { ApiError } from "#web/base/api-error.ts";
import { useServed } from "#web/base/served.ts";
import { formatCount } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { isRecordId, toRecordId } from "#web/base/record-id.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { ListedInput } from "#web/kit/combobox.tsx";
import { LockedButton, PermittedButton } from "#web/kit/button.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { notify } from "#web/kit/notify.ts";
import { Sheet } from "#web/kit/screen.tsx";
import { useSending } from "#web/kit/use-sending.ts";
import { askToReceive, describeEnd, describeFailure } from "./run-words.ts";

interface ReceiveQuestionProps {
  /** Null for all sources. */
  sourceId: number | null;
  onReceive: () => void;
  onCancel: () => void;
}

/**
 * Asks before orders are received, with the number that is in Processing now: it is counted again when the question
 * opens. It asks for none too, because orders may arrive until the request does.
 */
const ReceiveQuestion = ({ sourceId, onReceive, onCancel }: ReceiveQuestionProps) => {
  // The screen's own field loads the names; where the upstream lists no sources, another query would ask again.
  const sourceName = useSourceName(false);
  const { data, isError } = useQuery({ ...processingCount(sourceId), retryOnMount: false });
  const count = isError ? undefined : data;
  return (
    <ConfirmLater
      title={askToReceive(count, sourceId === null ? "all sources" : sourceName(sourceId))}
      onCancel={onCancel}
      choices={[{ label: "Receive", onChoose: onReceive }]}
    >
      {count === 0 && (
        <p>
          No orders are in Processing now. Orders that enter Processing before the request arrives
          are received.
        </p>
      )}
      <p>
        Every order in Processing changes to Processed and is saved in this console. This can't be
        undone. Other systems that fetch orders later (an ERP, a warehouse) won't receive these.
      </p>
    </ConfirmLater>
  );
};

/**
 * Receives the orders of a source, or of all sources with null: sends once, however often it is called, and opens the
 * run. If the screen was left meanwhile, a notification reports the result and offers to open it.
 */
const useReceive = () => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const [refused, setRefused] = useState<string>();
  const openRuns = () => void navigate({ to: "/received-orders" });
  const openRun = (id: number) =>
    navigate({ to: "/received-orders/$id", params: { id: String(id) } });
  const { sending, error, send } = useSending(async (sourceId: number | null) => {
    setRefused(undefined);
    const run = await receiveOrders(sourceId).catch((failure: unknown) => {
      if (!isShown()) notify(describeFailure(failure), { label: "Open", act: openRuns });
      throw failure;
    });
    if (!isShown())
      return notify(describeEnd(run), { label: "Open", act: () => void openRun(run.id) });
    if (run.state === "refused") return setRefused(run.reason ?? "No orders were changed.");
    if (run.state === "received") notify(describeEnd(run));
    await openRun(run.id);
  });
  return { busy: sending, error, refused, receive: send };
};

const Unknown = () => <p className="faint">The number of orders is unknown.</p>;

const Waiting = ({ sourceId }: { sourceId: number | null }) => {
  const query = useQuery(processingCount(sourceId));
  if (query.isPending) return <p className="faint">Counting orders in Processing…</p>;
  if (query.isError) return <Unknown />;
  return (
    <p role="status">
      <strong>{formatCount(query.data, "order")}</strong> {query.data === 1 ? "is" : "are"} in
      Processing now.
    </p>
  );
};

/** The source in the address: null for all of them, undefined for a text that is no ID. */
const parseSource = (text = ""): number | null | undefined => {
  if (text === "") return null;
  return isRecordId(text) ? toRecordId(text) : undefined;
};

/** The choice of the source; by id where the upstream lists no sources. */
const SourceChoice = ({ disabled, isKnown }: { disabled: boolean; isKnown: boolean }) => {
  const { search, retype } = useListSearch();
  const query = useQuery(sourceList("screen"));
  const isListed = useServed(accountOperations.listSources);
  return (
    <ListedInput
      label="Source"
      noun="Source"
      listing={query}
      none="All sources"
      hint="One source, or all sources."
      // One line, so that the button below stays where it is.
      unlisted={`${isListed ? "Couldn't load" : "No list of"} sources. Enter an ID, or leave blank for all.`}
      disabled={disabled}
      error={isKnown ? undefined : "Enter an ID: a whole number, 1 or more"}
      value={search["source"] ?? ""}
      onValue={(source) => retype({ source })}
    />
  );
};

/** The error; where the answer was lost on its way to this page, with a link to the run. */
const Failure = ({ error }: { error: unknown }) => (
  <ErrorNotice error={error}>
    {error instanceof ApiError && error.outcome === "unknown" && (
      <p>
        Each batch is recorded before it is requested. When the console's server responds again,
        check the list below before you receive again. If this batch isn't listed, nothing was
        requested.
      </p>
    )}
  </ErrorNotice>
);

interface ReceiveButtonProps {
  sourceId: number | null;
  busy: boolean;
  onReceive: () => void;
}

/** The button that asks and then receives; it keeps the focus while it is locked. */
const ReceiveButton = ({ sourceId, busy, onReceive }: ReceiveButtonProps) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <PermittedButton
        permission={receivedOrderOperations.receiveOrders}
        variant="filled"
        aria-disabled={busy}
        data-disabled={busy}
        onClick={() => setAsking(!busy)}
      >
        {busy ? "Receiving…" : "Receive orders"}
      </PermittedButton>
      {asking && (
        <ReceiveQuestion
          sourceId={sourceId}
          onReceive={() => {
            setAsking(false);
            onReceive();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
};

/** Receiving: its effect, its irreversible part, the source, and the button. */
export const ReceiveSheet = () => {
  const { search } = useListSearch();
  const sourceId = parseSource(search["source"]);
  const { busy, error, refused, receive } = useReceive();
  return (
    <Sheet title="Receive orders">
      <div className="receive">
        <div className="receive__words">
          <p>
            Retrieves every order in <strong>Processing</strong> and changes its status to{" "}
            <strong>Processed</strong>. Each order comes <strong>once</strong>, and this can't be
            undone: other systems that fetch orders later (an ERP, a warehouse) won't receive these.
          </p>
          <p>Orders are saved before they are shown. You can close this page meanwhile.</p>
        </div>
        <div className="receive__act">
          <SourceChoice disabled={busy} isKnown={sourceId !== undefined} />
          {sourceId === undefined ? (
            <>
              <Unknown />
              <LockedButton
                variant="filled"
                why="Enter the ID of a source, or leave it blank for all"
              >
                Receive orders
              </LockedButton>
            </>
          ) : (
            <>
              <Waiting sourceId={sourceId} />
              <ReceiveButton
                sourceId={sourceId}
                busy={busy}
                onReceive={() => void receive(sourceId)}
              />
            </>
          )}
          {busy && <p role="status">This may take a few minutes.</p>}
        </div>
      </div>
      {refused !== undefined && (
        <Notice title="No orders changed" tone="waiting" alert>
          <p>{refused}</p>
        </Notice>
      )}
      {error !== undefined && <Failure error={error} />}
    </Sheet>
  );
};

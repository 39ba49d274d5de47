import { LockedButton, PermittedButton } from "#web/kit/button.tsx";
import { isRecordId, toRecordId } from "#web/base/record-id.ts";
import { receivedOrderOperations } from "#contract/received-orders.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, isUnserved } from "#web/base/api-error.ts";
import { sourceList } from "#web/api/account.ts";
import { processingCount } from "#web/api/received-orders.ts";
import { ErrorNotice } from "#web/kit/error-notice.tsx";
import { formatCount } from "#web/base/format.ts";
import { useListSearch } from "#web/base/list-search.ts";
import { ListedInput } from "#web/kit/combobox.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { ReceiveQuestion } from "./receive-question.tsx";
import { useReceive } from "./use-receive.ts";

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

// Each of these is one line, so that the button below stays where it is.
const unlisted = (error: unknown): string =>
  isUnserved(error)
    ? "No list of sources. Enter an ID, or leave blank for all."
    : "Couldn't load sources. Enter an ID, or leave blank for all.";

/** The choice of the source; by id where the upstream lists no sources. */
const SourceChoice = ({ disabled, isKnown }: { disabled: boolean; isKnown: boolean }) => {
  const { search, retype } = useListSearch();
  const query = useQuery(sourceList("screen"));
  return (
    <ListedInput
      label="Source"
      noun="Source"
      listing={query}
      none="All sources"
      hint="One source, or all sources."
      unlisted={unlisted(query.error)}
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
        Every run is recorded before its request is sent. When the gateway responds again, check the
        list below before you receive again. If this run isn't listed, no request was sent.
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
            <strong>Processed</strong>. The API returns each order <strong>once</strong>, and this
            can't be undone: other systems that fetch orders later (an ERP, a warehouse) won't
            receive these.
          </p>
          <p>Orders are saved before they are shown. You can close this page during the run.</p>
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

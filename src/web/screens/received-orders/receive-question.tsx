import { useQuery } from "@tanstack/react-query";
import { useSourceName } from "#web/api/party-names.ts";
import { processingCount } from "#web/api/received-orders.ts";
import { ConfirmLater } from "#web/kit/confirm-later.tsx";
import { askToReceive } from "./run-words.ts";

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
export const ReceiveQuestion = ({ sourceId, onReceive, onCancel }: ReceiveQuestionProps) => {
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

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import type { Rma, RmaItem, RmaShipment } from "#contract/rmas.ts";
import { Shipment, type ShipmentItem } from "#contract/shipments.ts";
import { useSourceName } from "#web/api/account.ts";
import { rmaDetail } from "#web/api/rmas.ts";
import { formatCount, formatQuantity } from "#web/base/format.ts";
import { toRecordId } from "#web/base/record-id.ts";
import { useScreenActions } from "#web/base/screen-actions.ts";
import { useIsShown } from "#web/base/use-is-shown.ts";
import { SaveBar } from "#web/editing/save-bar.tsx";
import { UnsavedGuard } from "#web/editing/unsaved-guard.tsx";
import { type PlainColumn } from "#web/kit/plain-table.tsx";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import { type KeyValue, KeyValues } from "#web/kit/key-values.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge, type Tone } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Flag, Moment, Money, Quantity, Text } from "#web/kit/values.tsx";
import { AddressBlock, TrackingNumber } from "#web/records/shipping.tsx";
import { ReturnTimelineSheet } from "#web/records/lazy-return-timeline.tsx";
import { Peek, PeekLink } from "#web/records/peek.tsx";
import { RecordFields } from "#web/records/record-fields.tsx";
import { RecordNav, RecordScreen } from "#web/records/record-screen.tsx";
import { rmaName } from "#web/records/rma-name.ts";
import { describeReceived, RmaStatusBadge } from "#web/records/rma-status.tsx";
import { useRouteId } from "#web/records/record-kinds.ts";
import { listMissing } from "#web/records/searched-order.tsx";
import { RmaRunResult } from "#web/screens/rmas/bulk/lazy-bulk.tsx";
import { createLineActions, focusProblem, stepLine, useDecisionKeys } from "./decision-keys.tsx";
import { DecisionLines } from "./decision-lines.tsx";
import { CloseQuestion, DecisionFigures, FillCredit, SaveOutcome } from "./decision-result.tsx";
import { lineName } from "./decision.ts";
import { EvidencePane } from "./lazy-evidence.tsx";
import { describePosition, type QueueState, useQueuePosition } from "./rma-queue.ts";
import { type LineOrder, listReturnRmas, useRmaReturn } from "./rma-return.ts";
import { type RmaEvidence, useEvidence } from "./use-evidence.ts";
import { SnippetsButton } from "./snippets-button.tsx";
import { type DecisionState, useDecision } from "./use-decision.ts";

const moment = (label: string, at: string | null | undefined): KeyValue => ({
  label,
  value: <Moment at={at} absolute />,
  empty: !at,
});

const tones: Readonly<Record<string, Tone>> = {
  "Shipment Created": "still",
  "Shipment Sent": "calm",
  "Shipment Received": "good",
  "Shipment Partially Received": "partial",
  "Shipment Voided": "still",
};

const Attachments = ({ files }: { files: RmaShipment["attachments"] }) =>
  files.length === 0 ? (
    "–"
  ) : (
    <ul className="rma-shipment__files">
      {files.map((file, index) => (
        <li key={file.id ?? index}>
          <ExternalLink href={file.attachmentUrl}>
            {describeAttachment(file.attachmentType)}
          </ExternalLink>
        </li>
      ))}
    </ul>
  );

/** "shipping_label" as "Shipping label"; a type in another form stays as it is. */
const describeAttachment = (type: string | null | undefined): string =>
  /^[a-z]+(_[a-z]+)*$/.test(type ?? "")
    ? type!.charAt(0).toUpperCase() + type!.slice(1).replaceAll("_", " ")
    : type || "File";

const describe = ({ shipment, ...one }: RmaShipment): KeyValue[] => [
  { label: "Carrier", value: <Text value={shipment?.carrier} /> },
  { label: "Service", value: <Text value={shipment?.method} /> },
  {
    label: "Tracking number",
    value: <TrackingNumber number={shipment?.trackingNumber} url={shipment?.trackingUrl} />,
  },
  { label: "Created", value: <Moment at={one.createdAt} absolute /> },
  moment("Sent", one.sentAt),
  moment("Shipped", shipment?.shippedAt),
  { label: "Shipping cost", value: <Money amount={shipment?.shippingCost} /> },
  { label: "Attachments", value: <Attachments files={one.attachments} /> },
  ...(shipment?.note ? [{ label: "Note", value: <Text value={shipment.note} />, wide: true }] : []),
  ...(shipment?.syncError
    ? [
        {
          label: "Not synced to the channel",
          value: <Text value={shipment.syncError} />,
          wide: true,
        },
      ]
    : []),
];

const createColumns = (items: readonly RmaItem[]): readonly PlainColumn<ShipmentItem>[] => {
  const names = new Map(items.map((item) => [item.id, lineName(item)]));
  return [
    {
      header: "Item",
      cell: ({ rmaItemId, sku }) => <Text value={(rmaItemId && names.get(rmaItemId)) || sku} />,
    },
    { header: "SKU", cell: ({ sku }) => <Code value={sku} /> },
    { header: "Units", align: "end", cell: ({ quantity }) => <Quantity amount={quantity} /> },
  ];
};

const Part = ({ rma, one, place }: { rma: Rma; one: RmaShipment; place: number }) => {
  const name = `Shipment ${formatQuantity(place)} of ${formatQuantity(rma.rmaShipments.length)}`;
  const { shipment } = one;
  return (
    <article className="stack rma-shipment" aria-label={name}>
      <div className="row">
        <h3>{name}</h3>
        <StatusBadge label={one.rmaShipmentStatus} tone={tones[one.rmaShipmentStatus ?? ""]} />
        {shipment?.partial && <StatusBadge label="Partial" tone="partial" />}
      </div>
      <div className="rma-shipment__facts">
        <KeyValues items={describe(one)} />
        <KeyValues
          items={[{ label: "Ships to", value: <AddressBlock address={one.shippingAddress} /> }]}
        />
      </div>
      {shipment && (
        <>
          <LongTable
            of="item"
            label={`Items of ${name}`}
            columns={createColumns(rma.items)}
            rows={shipment.shipmentItems}
            none="This shipment lists no items."
          />
          <details className="raw">
            <summary>All fields of {name.toLowerCase()}</summary>
            <RecordFields record={shipment} names={Object.keys(Shipment.shape)} />
          </details>
        </>
      )}
    </article>
  );
};

/** The shipments of the returned goods: tracking, dates, files and items of each. */
const RmaShipments = ({ rma }: { rma: Rma }) => (
  <Sheet title="Shipments" note={formatCount(rma.rmaShipments.length, "shipment")} flush>
    {rma.rmaShipments.length === 0 && <p className="plain-table__none">No shipments yet.</p>}
    <FirstRows label="Search shipments" of="shipment" rows={rma.rmaShipments}>
      {(shown) =>
        shown.map((one, index) => (
          <Part
            key={one.id ?? index}
            rma={rma}
            one={one}
            place={rma.rmaShipments.indexOf(one) + 1}
          />
        ))
      }
    </FirstRows>
  </Sheet>
);

const saveLabel = ({ sending, decision }: DecisionState): string => {
  if (sending) return "Saving…";
  const lines = decision.changes.length;
  return lines > 0 ? `Save ${formatCount(lines, "line")}` : "Save decision";
};

const whyNoNext = {
  loading: "The RMAs to decide are loading",
  known: "This is the last RMA in the queue",
};

/**
 * Always visible: the totals before and after, and the buttons that save. "Save and next" is there before the next
 * RMA is known: it must not appear under the pointer of a person who clicks Save.
 */
const DecisionBar = ({
  state,
  queue,
  onNext,
  onApproveAll,
}: {
  state: DecisionState;
  queue: QueueState;
  /** Saves and opens the next RMA; undefined if there is none. */
  onNext: (() => void) | undefined;
  /** Approves all remaining units first; undefined once anything is decided, or if nothing remains. */
  onApproveAll: (() => void) | undefined;
}) => {
  const { decision } = state;
  const why = state.whyNotSaved;
  const locked = why !== undefined;
  return (
    <SaveBar
      stays
      save={{
        type: "submit",
        variant: onNext ? "default" : "filled",
        label: saveLabel(state),
        locked,
      }}
      next={
        queue === "none"
          ? undefined
          : {
              label: "Save and next",
              locked: locked || onNext === undefined,
              title: onNext ? "Ctrl+Enter, or Cmd+Enter on a Mac" : whyNoNext[queue],
              "aria-keyshortcuts": "Control+Enter Meta+Enter",
              onClick: onNext,
            }
      }
      why={why}
      draft={state}
      discard={{ locked: !state.dirty || state.sending, onClick: state.discard }}
      figures={<DecisionFigures decision={decision} dirty={state.dirty} />}
    >
      <FillCredit state={state} />
      {onApproveAll && (
        <Button
          title="Ctrl+Shift+Enter, or Cmd+Shift+Enter on a Mac"
          aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
          // This button appears when a decision is saved, under the second click of a double click on Save.
          onClick={({ detail }) => detail < 2 && onApproveAll()}
        >
          Approve all and next
        </Button>
      )}
    </SaveBar>
  );
};

interface DecisionFormProps {
  id: number;
  rma: Rma;
  evidence: RmaEvidence;
  /** The next RMA to decide; undefined if there is none. */
  next: number | undefined;
  queue: QueueState;
  order: LineOrder;
  /** What is beside the lines in a wide window. */
  rail: ReactNode;
  /** The rest of the RMA's screen, above the bar, which stays visible. */
  children: ReactNode;
}

/** A function that opens the next RMA while this one is on the screen: a save that waited may arrive much later. */
const useOpenNext = (next: number | undefined): (() => void) => {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return () => {
    if (isShown())
      void navigate({ to: "/rmas/$id", params: { id: String(next) }, ignoreBlocker: true });
  };
};

/** The decision on one RMA: its lines, the totals, and the result of saving it. */
const DecisionForm = (props: DecisionFormProps) => {
  const { id, rma, next, queue, order, evidence, rail, children } = props;
  const state = useDecision(id, rma);
  const openNext = useOpenNext(next);
  const save = (then?: () => void) => {
    if (state.decision.problems.length > 0) focusProblem();
    else state.save(then);
  };
  const onNext = next === undefined ? undefined : () => save(openNext);
  const approveAll = () => {
    state.decideRest("approvedQuantity");
    state.save(openNext);
  };
  const untouched = !state.dirty && state.saving.kind === "editing";
  const accept = (line?: number) => void state.accept(evidence.proposals, line);
  const onApproveAll =
    onNext && untouched && state.whyNoRest === undefined ? approveAll : undefined;
  useDecisionKeys({
    ...createLineActions(state, { accept }),
    next: () => stepLine(1),
    previous: () => stepLine(-1),
    approveAll: () => state.decideRest("approvedQuantity"),
    denyAll: () => state.decideRest("deniedQuantity"),
    submit: (all) => (all ? onApproveAll?.() : (onNext ?? save)()),
    leave: (field) => field.closest<HTMLElement>("[data-line]")?.focus({ preventScroll: true }),
  });
  const locked = state.forbidden;
  const canSave = state.dirty && !state.sending;
  useScreenActions([
    onApproveAll !== undefined && { label: "Approve all and next", run: onApproveAll },
    canSave && { label: "Save decision", run: () => save(), locked },
    canSave && onNext !== undefined && { label: "Save and next", run: onNext, locked },
    state.canUndo && { label: "Undo the last change", run: state.undo },
    canSave && { label: "Discard changes", run: state.discard },
  ]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form className="decision stack" onSubmit={onSubmit} noValidate data-saves-on-enter>
      <SaveOutcome state={state} />
      <CloseQuestion state={state} />
      <div className="rma beside">
        <DecisionLines
          rma={rma}
          state={state}
          order={order}
          evidence={evidence}
          onAccept={accept}
        />
        <div className="beside__side rma__side">{rail}</div>
        <div className="stack">{children}</div>
      </div>
      <Peek />
      <DecisionBar state={state} queue={queue} onNext={onNext} onApproveAll={onApproveAll} />
      <UnsavedGuard
        dirty={state.dirty}
        saving={state.sending}
        keepsDraft={state.kept}
        onDiscard={state.editing.discard}
      />
    </form>
  );
};

const about = (rma: Rma, source: string): KeyValue[] => [
  { label: "Source", value: <Text value={source} /> },
  {
    label: "Return",
    value: rma.returnId ? (
      <PeekLink kind="returns" id={rma.returnId} name={`Return ${rma.returnId}`}>
        {rma.returnId}
      </PeekLink>
    ) : (
      "–"
    ),
    empty: !rma.returnId,
  },
  { label: "Goods", value: describeReceived(rma.shipmentReceivedStatus) },
  { label: "Created", value: <Moment at={rma.createdAt} absolute /> },
  { label: "Updated", value: <Moment at={rma.updatedAt} absolute /> },
];

const ids = (rma: Rma): KeyValue[] => [
  { label: "RMA ID", value: <Code value={rma.id} /> },
  { label: "Account", value: <Code value={rma.accountId} /> },
];

const credit = (rma: Rma): KeyValue[] => [
  { label: "Subtotal", value: <Money amount={rma.creditSubtotal} /> },
  {
    label: "Adjustment",
    value: <Money amount={rma.creditAdjustment} />,
    empty: !rma.creditAdjustment,
  },
  { label: "Total", value: <Money amount={rma.creditTotal} /> },
  {
    label: "Sync credit changes to order",
    value: <Flag value={rma.syncCreditChangesToOrder} />,
    empty: (rma.syncCreditChangesToOrder ?? null) === null,
  },
  moment("Credit last synced", rma.creditLastSyncedAt),
  moment("Synced to accounting", rma.accountingSyncedAt),
  ...(rma.accountingError
    ? [{ label: "Accounting error", value: <Text value={rma.accountingError} />, wide: true }]
    : []),
];

/** One RMA: the decision first, everything else below it. */
export const RmaDetail = () => {
  const id = useRouteId();
  const query = useQuery(rmaDetail(toRecordId(id)));
  const sourceName = useSourceName(query.isSuccess);
  const queue = useQueuePosition(toRecordId(id), query.isSuccess);
  const evidence = useEvidence(toRecordId(id), query.isSuccess);
  const { order, record, missing, isLoading } = useRmaReturn(query.data?.value);
  return (
    <RecordScreen
      query={query}
      id={id}
      kind="rmas"
      fallback={`RMA ${id}`}
      titleOf={rmaName}
      statusOf={(rma) => rma.rmaStatus}
      crumbs={[{ label: "RMAs", to: "/rmas" }]}
      actions={() => (
        <>
          <SnippetsButton />
        </>
      )}
      nav={
        <RecordNav
          kind="rmas"
          place={queue.place}
          words={queue.place && describePosition(queue.place)}
        />
      }
      beside={(rma) => <RmaStatusBadge status={rma.rmaStatus} />}
      technical={(rma) => <KeyValues items={ids(rma)} />}
    >
      {(rma) => (
        <DecisionForm
          id={toRecordId(id)}
          rma={rma}
          next={queue.place?.next}
          queue={queue.state}
          order={order}
          evidence={evidence}
          rail={
            <>
              <RmaRunResult id={toRecordId(id)} />
              <EvidencePane
                rma={rma}
                sourceName={sourceName(rma.sourceId)}
                evidence={evidence}
                withoutTimeline
              />
              {/* They appear below it in their place: it would move them when it is loaded. */}
              {(evidence.data !== undefined || evidence.isError) && (
                <>
                  <Sheet title="Credit">
                    <KeyValues items={credit(rma)} />
                  </Sheet>
                  <Sheet title="About this RMA">
                    <KeyValues items={about(rma, sourceName(rma.sourceId))} />
                  </Sheet>
                </>
              )}
            </>
          }
        >
          <RmaShipments rma={rma} />
          <Sheet title="Return to">
            <AddressBlock address={rma.returnToAddress} />
          </Sheet>
          <ReturnTimelineSheet
            own={{ kind: "rmas", id: toRecordId(id) }}
            record={record}
            rmas={listReturnRmas(rma, record)}
            orders={order.search.orders}
            missing={[...missing, ...listMissing(order.search)]}
            isSearching={order.search.state === "loading"}
            isLoading={isLoading}
          />
        </DecisionForm>
      )}
    </RecordScreen>
  );
};

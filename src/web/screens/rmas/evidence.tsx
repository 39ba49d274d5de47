import { Button, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Evidence, EvidenceParcel, EvidenceRecord } from "#contract/evidence.ts";
import type { Rma } from "#contract/rmas.ts";
import {
  capital,
  formatCount,
  formatDate,
  formatMoney,
  formatQuantity,
  sentenceCase,
} from "#web/base/format.ts";
import { useNow } from "#web/base/use-now.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { Moment } from "#web/kit/values.tsx";
import { PeekLink } from "#web/records/peek.tsx";
import { EmailLink, PhoneLink, TrackingNumber } from "#web/records/shipping.tsx";
import { describeCopies, describeRate, listEvents, sumMoney } from "./evidence-facts.ts";
import type { RmaEvidence } from "./use-evidence.ts";
import "./evidence.css";

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="evidence__part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

const nouns = { rmas: "RMA", returns: "Return", "purchase-orders": "Order" } as const;

const nameOf = ({ kind, id, name }: EvidenceRecord): string => name || `${nouns[kind]} ${id}`;

interface RecordRowProps {
  record: EvidenceRecord;
  /** Instead of its own. */
  status?: string | null | undefined;
}

const RecordRow = ({ record, status }: RecordRowProps) => (
  <li className="evidence__row">
    <PeekLink kind={record.kind} id={record.id} name={nameOf(record)} />
    <span className="faint">{sentenceCase(capital(status ?? record.status ?? ""))}</span>
    <span className="faint evidence__age">
      <Moment at={record.date} />
    </span>
  </li>
);

const parcelKey = ({ trackingNumber, trackingUrl, shippedAt }: EvidenceParcel): string =>
  [trackingNumber, trackingUrl, shippedAt].join(" ");

const OrderPart = ({ orders, lines }: Pick<Evidence, "orders" | "lines">) => {
  const parcels = new Map(
    lines.flatMap((line) => line.parcels.map((parcel) => [parcelKey(parcel), parcel])),
  );
  if (orders.length === 0) return null;
  return (
    <Part title="Order">
      <ul>
        {orders.map((order) => (
          <RecordRow key={order.id} record={order} status={order.fulfillmentStatus} />
        ))}
        {[...parcels].map(([key, { carrier, trackingNumber, trackingUrl, shippedAt }]) => (
          <li key={key} className="evidence__row">
            <span>
              {carrier && <bdi>{carrier} </bdi>}
              {(trackingNumber || trackingUrl) && (
                <TrackingNumber number={trackingNumber} url={trackingUrl} />
              )}
            </span>
            {shippedAt && (
              <span className="faint evidence__age">
                shipped <Moment at={shippedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
};

const shownFirst = 3;

const CustomerPart = ({ customer }: Pick<Evidence, "customer">) => {
  const [isAll, setAll] = useState(false);
  if (!customer) return null;
  const { name, email, phone, history } = customer;
  const newest = history?.newest ?? [];
  const atLeast = history?.hasMore ? "at least " : "";
  return (
    <Part title="Customer">
      <p className="row evidence__contacts">
        {name && <bdi>{name}</bdi>}
        {email && (
          <bdi>
            <EmailLink address={email} />
          </bdi>
        )}
        {phone && <PhoneLink phone={phone} />}
      </p>
      {history && (
        <>
          <p>
            {newest.length === 0
              ? `No other return, ${atLeast}${formatCount(history.orders, "order")}`
              : `${atLeast}${formatCount(history.returns, "other return")} of ${formatCount(history.orders, "order")}: ${formatQuantity(history.approvedUnits)} of ${formatCount(history.units, "unit")} approved, ${formatQuantity(history.deniedUnits)} denied`}
            {history.credited ? `, ${formatMoney(history.credited)} credited` : ""}
          </p>
          <ul>
            {newest.slice(0, isAll ? newest.length : shownFirst).map((record) => (
              <RecordRow key={`${record.kind} ${record.id}`} record={record} />
            ))}
          </ul>
          {newest.length > shownFirst && !isAll && (
            <p>
              <UnstyledButton className="line__suggest" onClick={() => setAll(true)}>
                Show {formatQuantity(newest.length - shownFirst)} more
              </UnstyledButton>
            </p>
          )}
        </>
      )}
    </Part>
  );
};

interface RatesProps extends Pick<Evidence, "products" | "source"> {
  sourceName: string;
}

const RatesPart = ({ products, source, sourceName }: RatesProps) => {
  const from = (source ?? products[0])?.from;
  if (from === undefined) return null;
  return (
    <Part title={`Returned since ${formatDate(from)}`}>
      <ul>
        {products.slice(0, shownFirst).map((product) => (
          <li key={product.sku} className="evidence__row">
            <Link to="/rmas" search={{ q: product.sku }} className="code">
              {product.sku}
            </Link>
            <span className="evidence__age">{describeRate(product)}</span>
          </li>
        ))}
        {source && (
          <li className="evidence__row">
            <Link to="/rmas" search={{ sourceId: String(source.id) }}>
              <bdi>{sourceName}</bdi>
            </Link>
            <span className="evidence__age">{describeRate(source)}</span>
          </li>
        )}
      </ul>
    </Part>
  );
};

const ReturnPart = ({ evidence }: { evidence: Evidence }) => {
  const { return: record, otherRmas } = evidence;
  const { refunded, credited } = sumMoney(evidence);
  if (!record && otherRmas.length === 0) return null;
  return (
    <Part title="Return">
      <ul>
        {record && <RecordRow record={record} />}
        {otherRmas.map((rma) => (
          <RecordRow key={rma.id} record={rma} />
        ))}
      </ul>
      {refunded !== undefined && (refunded > 0 || (credited ?? 0) > 0) && (
        <p>
          Refunded {formatMoney(refunded)}
          {credited !== undefined && `, credited ${formatMoney(credited)}`}
        </p>
      )}
    </Part>
  );
};

const TimelinePart = ({ evidence, rma }: { evidence: Evidence; rma: Rma }) => {
  const events = listEvents(evidence, rma);
  if (events.length === 0) return null;
  return (
    <Part title="Timeline">
      <ol>
        {events.map(({ at, what, of }, index) => (
          <li key={index} className="evidence__row">
            <span>
              {of && <bdi>{nameOf(of)} </bdi>}
              {what}
            </span>
            <time className="faint evidence__age" dateTime={at}>
              {formatDate(at)}
            </time>
          </li>
        ))}
      </ol>
    </Part>
  );
};

const Waiting = () => (
  <div className="evidence__parts" role="status" aria-busy="true" aria-label="Loading">
    {[18, 24, 20].map((width) => (
      <div key={width} className="evidence__part">
        <Skeleton width={8} />
        <Skeleton width={width} />
        <Skeleton width={width - 5} />
      </div>
    ))}
  </div>
);

export interface EvidencePartsProps {
  rma: Rma;
  sourceName: string;
  evidence: RmaEvidence;
  /** The screen has a fuller one. */
  withoutTimeline?: boolean;
}

/** What a person wants to know before deciding, the most useful first. What is unknown is left out. */
export const EvidenceParts = ({
  rma,
  sourceName,
  evidence,
  withoutTimeline = false,
}: EvidencePartsProps) => {
  const now = useNow();
  const { data, isError, retry } = evidence;
  if (isError)
    return (
      <p className="row evidence__note faint small">
        Couldn't load the order, the customer and earlier returns.
        <Button size="xs" variant="subtle" onClick={retry}>
          Try again
        </Button>
      </p>
    );
  if (!data) return <Waiting />;
  return (
    <>
      <div className="evidence__parts">
        <OrderPart {...data} />
        <CustomerPart customer={data.customer} />
        <RatesPart {...data} sourceName={sourceName} />
        <ReturnPart evidence={data} />
        {!withoutTimeline && <TimelinePart evidence={data} rma={rma} />}
      </div>
      <p className="evidence__note faint small">{describeCopies(data, now)}</p>
    </>
  );
};

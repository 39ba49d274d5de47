import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OrderFFL, PurchaseOrder } from "#contract/purchase-orders.ts";
import { connection } from "#web/api/connection.ts";
import { formatCount } from "#web/base/format.ts";
import { useNow } from "#web/base/use-now.ts";
import { FirstRows, LongTable } from "#web/kit/first-rows.tsx";
import { KeyValues } from "#web/kit/key-values.tsx";
import { Notice } from "#web/kit/notice.tsx";
import { Sheet } from "#web/kit/screen.tsx";
import { StatusBadge } from "#web/kit/status-badge.tsx";
import { Code, ExternalLink, Moment, Text } from "#web/kit/values.tsx";
import { AddressBlock } from "#web/records/shipping.tsx";
import { attachmentLink, licenseExpiry, orderAlerts } from "./order-model.ts";

export const OrderAlerts = ({ order }: { order: PurchaseOrder }) => {
  const now = useNow();
  return orderAlerts(order, now).map(({ title, text, tone }) => (
    <Notice key={title} title={title} tone={tone}>
      {text && (
        <p>
          <bdi>{text}</bdi>
        </p>
      )}
    </Notice>
  ));
};

/** The shipping and billing addresses; a redacted address is marked as such. */
export const OrderAddresses = ({ order }: { order: PurchaseOrder }) => (
  <Sheet title="Addresses">
    <div className="order__addresses">
      <div>
        <h3 className="label">Ships to</h3>
        <AddressBlock address={order.shippingAddress} />
      </div>
      <div>
        <h3 className="label">Bills to</h3>
        <AddressBlock address={order.billingAddress} />
      </div>
    </div>
  </Sheet>
);

interface Attachment {
  readonly name: string;
  readonly link: string;
}

/** An order's files, label and packing slip by name, without duplicates (api 2.4). */
const listAttachments = (order: PurchaseOrder): Attachment[] => {
  const label = order.shippingLabelAttachmentLink;
  const slip = order.packingSlipAttachmentLink;
  const others = order.attachmentLinks.filter((link) => link !== label && link !== slip);
  return [
    ...(label ? [{ name: "Shipping label", link: label }] : []),
    ...(slip ? [{ name: "Packing slip", link: slip }] : []),
    ...[...new Set(others)].map((link, index) => ({ name: `Attachment ${index + 1}`, link })),
  ];
};

const AttachmentLine = ({ name, link, apiUrl }: Attachment & { apiUrl: string | undefined }) => (
  <li className="order__file">
    {attachmentLink(link, apiUrl) ? (
      <ExternalLink href={link}>{name}</ExternalLink>
    ) : (
      <>
        <span>{name}</span>
        <span className="faint">not a secure address, so it isn't a link</span>
        <Code value={link} />
      </>
    )}
  </li>
);

/** Labels and packing slips. */
export const OrderAttachments = ({ order }: { order: PurchaseOrder }) => {
  const attached = listAttachments(order);
  const apiUrl = useQuery(connection()).data?.baseUrl;
  return (
    <Sheet title="Attachments" note={formatCount(attached.length, "file")}>
      {attached.length === 0 ? (
        <p className="faint">No labels or packing slips.</p>
      ) : (
        <ul className="stack">
          {attached.map((one) => (
            <AttachmentLine key={one.link} {...one} apiUrl={apiUrl} />
          ))}
        </ul>
      )}
    </Sheet>
  );
};

/** The firearm license that the order ships to, and its expiry (api 2.10). */
export const OrderLicense = ({ license }: { license: OrderFFL }) => {
  const now = useNow();
  const { words, tone } = licenseExpiry(license.expiresAt, now);
  const { id, orderId, crossDockPurchaseOrderId } = license;
  return (
    <Sheet title="Firearm license" note={<StatusBadge label={words} tone={tone} />}>
      <KeyValues
        items={[
          { label: "License number", value: <Code value={license.licenseNumber} /> },
          { label: "Expires", value: <Moment at={license.expiresAt} absolute /> },
          {
            label: "Holder",
            value: (
              // An FFL address has the region and postal code of an address, but no country.
              <AddressBlock
                address={{
                  ...license,
                  stateCode: license.state,
                }}
              />
            ),
          },
          { label: "Image", value: <ExternalLink href={license.imageUrl} /> },
          {
            label: "IDs",
            value: (
              <Text
                value={[
                  `license ${id}`,
                  orderId ? `order ${orderId}` : "",
                  crossDockPurchaseOrderId ? `cross-docked with ${crossDockPurchaseOrderId}` : "",
                ]
                  .filter(Boolean)
                  .join(", ")}
              />
            ),
          },
        ]}
      />
    </Sheet>
  );
};

const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length > 0 && (
    <FirstRows label="Search tags" of="tag" rows={[...new Set(tags)]}>
      {(shown) => (
        <ul className="row" aria-label="Tags">
          {shown.map((tag) => (
            <li key={tag}>
              <Badge>
                <bdi>{tag}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </FirstRows>
  );

/** The attributes that a workspace adds to an order, if any. */
export const OrderAttributes = ({ order }: { order: PurchaseOrder }) =>
  (order.tags.length > 0 || order.purchaseOrderAttributes.length > 0) && (
    <Sheet title="Attributes and tags">
      <div className="stack">
        <Tags tags={order.tags} />
        {order.purchaseOrderAttributes.length > 0 && (
          <LongTable
            of="attribute"
            label="Attributes of this order"
            rows={order.purchaseOrderAttributes}
            columns={[
              { header: "Attribute", cell: ({ key }) => <Text value={key} /> },
              { header: "Value", cell: ({ value }) => <Text value={value} /> },
            ]}
            none=""
          />
        )}
      </div>
    </Sheet>
  );

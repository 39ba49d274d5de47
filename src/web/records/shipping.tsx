import { Fragment } from "react";
import type { Address } from "#contract/address.ts";
import { nothing } from "#web/base/format.ts";
import { safeUrl } from "#web/base/safe-url.ts";
import { CopyButton, CopyCode } from "#web/kit/copy-button.tsx";
import { Code, ExternalLink } from "#web/kit/values.tsx";
import "#web/kit/key-values.css";

/** The number of a parcel, which links to the carrier's page if its URL is safe. Without a number, the URL itself. */
export const TrackingNumber = ({
  number,
  url,
}: {
  number: string | null | undefined;
  url: string | null | undefined;
}) =>
  number && safeUrl(url) === undefined ? (
    <CopyCode value={number} what="tracking number" />
  ) : (
    <span className="code-link">
      <ExternalLink href={url}>
        <Code value={number || "Track shipment"} />
      </ExternalLink>
      <CopyButton text={number} what="tracking number" />
    </span>
  );

type Shown = Address | null | undefined;

const toLines = (address: Address): string[] => {
  const name = address.name || [address.firstName, address.lastName].filter(Boolean).join(" ");
  const state = address.stateCode || address.state;
  const place = [address.city, state].filter(Boolean).join(", ");
  const region = [place, address.postal].filter(Boolean).join(" ");
  const lines = [name, address.companyName, address.addressLine1, address.addressLine2, region];
  return [...lines, address.country || address.countryCode].filter((line) => !!line) as string[];
};

/** A link that writes to an e-mail address, which may break after its @ and dots, not within a word; text without @ is none. */
export const EmailLink = ({ address }: { address: string }) => {
  const parts = (address.match(/[^@.]*[@.]*/g) ?? []).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));
  return /^[^\s@:]+@[^\s@:]+$/.test(address.trim()) ? (
    <a href={`mailto:${encodeURIComponent(address.trim()).replaceAll("%40", "@")}`}>{parts}</a>
  ) : (
    <>{parts}</>
  );
};

/** A phone number as it is written in the US; others stay as they came. */
export const formatPhone = (phone: string): string => {
  const [, area, exchange, line] =
    /^(?:\+?1[ .-]?)?\(?(\d{3})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/.exec(phone.trim()) ?? [];
  return line === undefined ? phone : `(${area}) ${exchange}-${line}`;
};

/** A link that calls a phone number; a text without digits is no number. */
export const PhoneLink = ({ phone }: { phone: string }) =>
  /\d{3}/.test(phone) ? (
    <a href={`tel:${phone.replaceAll(/[^\d+]/g, "")}`}>{formatPhone(phone)}</a>
  ) : (
    <>{phone}</>
  );

/** A postal address with links to write and to call, or a note if it is redacted. */
export const AddressBlock = ({ address }: { address: Shown }) => {
  if (!address) return <>{nothing}</>;
  if (address.redacted) {
    return (
      <p className="address__redacted">
        Redacted. The retention period for this order's personal data has ended.
      </p>
    );
  }
  const lines = toLines(address);
  const { email, phone } = address;
  return (
    <address className="address">
      {lines.length === 0 && !email && !phone && nothing}
      {lines.map((line, index) => (
        <div key={index}>
          <bdi>{line}</bdi>
        </div>
      ))}
      {email && (
        <div>
          <bdi>{email.includes("@") ? <EmailLink address={email} /> : email}</bdi>
        </div>
      )}
      {phone && (
        <div>
          <bdi>
            <PhoneLink phone={phone} />
          </bdi>
        </div>
      )}
    </address>
  );
};

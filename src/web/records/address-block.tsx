import type { Address } from "#contract/address.ts";
import "#web/kit/key-values.css";
import { Fragment } from "react";
import { nothing } from "#web/base/format.ts";

type Shown = Address | null | undefined;

const toLines = (address: Address): string[] => {
  const name = address.name || [address.firstName, address.lastName].filter(Boolean).join(" ");
  const state = address.stateCode || address.state;
  const place = [address.city, state].filter(Boolean).join(", ");
  const region = [place, address.postal].filter(Boolean).join(" ");
  const lines = [name, address.companyName, address.addressLine1, address.addressLine2, region];
  return [...lines, address.country || address.countryCode, address.email, address.phone].filter(
    (line) => !!line,
  ) as string[];
};

/** An e-mail address, which may break after its @ and dots, not within a word. */
const Email = ({ address }: { address: string }) =>
  address.match(/[^@.]*[@.]*/g)?.map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));

/** A postal address, or a note if it is redacted. */
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
  return (
    <address className="address">
      {lines.length === 0
        ? nothing
        : lines.map((line, index) => (
            <div key={index}>
              <bdi>{line.includes("@") ? <Email address={line} /> : line}</bdi>
            </div>
          ))}
    </address>
  );
};

import type { Address } from "#contract/address.ts";
import type { Rma } from "#contract/rmas.ts";
import { rmaName } from "#web/records/rma-name.ts";
import { AddressBlock } from "#web/records/address-block.tsx";
import { Sheet } from "#web/kit/screen.tsx";

interface Place {
  address: Address;
  who: string[];
}

/** Each address once, with what is sent there; RMA shipments have their own. */
const groupAddresses = (rmas: readonly Rma[]): Place[] => {
  const places = new Map<string, Place>();
  const add = (address: Address | null | undefined, who: string) => {
    if (!address) return;
    const key = address.hash || JSON.stringify(address);
    const place = places.get(key) ?? { address, who: [] };
    places.set(key, { address, who: [...new Set([...place.who, who])] });
  };
  for (const rma of rmas) {
    add(rma.returnToAddress, `Return address of ${rmaName(rma)}`);
    for (const { shippingAddress } of rma.rmaShipments)
      add(shippingAddress, `Shipping address of ${rmaName(rma)}`);
  }
  return [...places.values()];
};

/** The addresses that the goods of a return come from and go to. */
export const ReturnAddresses = ({ rmas }: { rmas: readonly Rma[] }) => {
  const places = groupAddresses(rmas);
  return (
    places.length > 0 && (
      <Sheet title="Addresses">
        <div className="return__places">
          {places.map(({ address, who }) => (
            <div key={who.join()}>
              <p className="faint small">{who.join(", ")}</p>
              <AddressBlock address={address} />
            </div>
          ))}
        </div>
      </Sheet>
    )
  );
};

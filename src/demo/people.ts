import { createHash } from "node:crypto";
import {
  base,
  da,
  de,
  en,
  es,
  Faker,
  fr_CA,
  generateMersenne32Randomizer,
  ja,
} from "@faker-js/faker";
import type { Address } from "#contract/address.ts";
import type { Ids } from "./ids.ts";
import { findPlace, places, type Place } from "./places.ts";
import type { Random } from "./random.ts";

/** A person who orders, or a company's department. */
export interface Contact {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

/** Generates addresses and contact details. */
export interface People {
  contact(): Contact;
  /** A customer's address anywhere in the country. */
  customer(ids: Ids): Address & { id: number };
  /** A company's address in one town. */
  business(ids: Ids, companyName: string, city: string): Address & { id: number };
}

const createAddress = (
  ids: Ids,
  place: Place,
  contact: Contact,
  line: { one: string; two: string | null; zip: number; companyName: string | null },
): Address & { id: number } => {
  const content = {
    name: `${contact.firstName} ${contact.lastName}`,
    addressLine1: line.one,
    addressLine2: line.two,
    city: place.city,
    state: place.state,
    country: "United States",
    stateCode: place.stateCode,
    countryCode: "US",
    postal: `${place.postal}${String(line.zip).padStart(2, "0")}`,
    email: contact.email,
    phone: contact.phone,
    companyName: line.companyName,
    firstName: contact.firstName,
    lastName: contact.lastName,
  };
  const hash = createHash("md5").update(JSON.stringify(content)).digest("hex");
  return { id: ids.next("address"), ...content, redacted: false, hash };
};

/** An address after its retention period: only its id and its hash remain (api 2.1). */
export const redacted = (address: Address): Address => ({
  ...Object.fromEntries(Object.keys(address).map((field) => [field, null])),
  id: address.id,
  redacted: true,
  hash: address.hash,
});

/** Most names are English; one in twelve is from another language, as in any customer list. */
export const createPeople = (random: Random, seed: number): People => {
  const randomizer = generateMersenne32Randomizer(seed);
  const english = new Faker({ locale: [en, base], randomizer });
  const others = [fr_CA, de, da, es, ja].map(
    (locale) => new Faker({ locale: [locale, en, base], randomizer }),
  );
  const contact = (): Contact => {
    const faker = random.chance(1 / 12) ? random.pick(others) : english;
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    return {
      firstName,
      lastName,
      email: english.internet.exampleEmail({ firstName, lastName }).toLowerCase(),
      phone: english.phone.number({ style: random.chance(0.7) ? "national" : "international" }),
    };
  };
  const street = () => `${english.number.int({ min: 2, max: 9800 })} ${english.location.street()}`;
  const unit = () => random.pick(["Apt", "Unit", "Suite", "#"]) + ` ${random.int(1, 480)}`;
  return {
    contact,
    customer: (ids) =>
      createAddress(ids, random.pick(places), contact(), {
        one: street(),
        two: random.chance(0.22) ? unit() : null,
        zip: random.int(1, 99),
        companyName: random.chance(0.09)
          ? `${english.person.lastName()} ${random.pick(["Interiors", "Outfitters", "Hardware", "& Sons", "Studio"])}`
          : null,
      }),
    business: (ids, companyName, city) =>
      createAddress(ids, findPlace(city), contact(), {
        one: street(),
        two: random.chance(0.4) ? `Dock ${random.int(1, 24)}` : null,
        zip: random.int(1, 99),
        companyName,
      }),
  };
};

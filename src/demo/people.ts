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
import account from "./data/account.json" with { type: "json" };
import type { Ids, Random } from "./random.ts";

type AddressRecord = Address & { id: number };

/** Generates addresses and contact details. */
export type People = ReturnType<typeof createPeople>;

const stateName = (code: string): string =>
  en.location?.state?.[en.location.state_abbr?.indexOf(code) ?? -1] ?? "";

/** Towns with the prefix of their postal codes, so that city, state and code agree. */
const places = account.towns.map(([city = "", stateCode = "", postal = ""]) => ({
  city,
  state: stateName(stateCode),
  stateCode,
  postal,
}));

/** An address after its retention period: only its id and its hash remain (api 2.1). */
export const redacted = (address: Address): Address => ({
  ...Object.fromEntries(Object.keys(address).map((field) => [field, null])),
  id: address.id,
  redacted: true,
  hash: address.hash,
});

/** Most names are English; one in twelve is from another language, as in any customer list. */
export const createPeople = (random: Random, ids: Ids, seed: number) => {
  const randomizer = generateMersenne32Randomizer(seed);
  const english = new Faker({ locale: [en, base], randomizer });
  const others = [fr_CA, de, da, es, ja].map(
    (locale) => new Faker({ locale: [locale, en, base], randomizer }),
  );
  const contact = () => {
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
  const createAddress = (
    { city, state, stateCode, postal }: (typeof places)[number],
    addressLine2: () => string | null,
    companyName: () => string | null,
  ): AddressRecord => {
    const { firstName, lastName, email, phone } = contact();
    const addressLine1 = `${english.number.int({ min: 2, max: 9800 })} ${english.location.street()}`;
    const line2 = addressLine2();
    const zip = String(random.int(1, 99)).padStart(2, "0");
    const content = {
      name: `${firstName} ${lastName}`,
      addressLine1,
      addressLine2: line2,
      city,
      state,
      country: "United States",
      stateCode,
      countryCode: "US",
      postal: `${postal}${zip}`,
      email,
      phone,
      companyName: companyName(),
      firstName,
      lastName,
    };
    const hash = createHash("md5").update(JSON.stringify(content)).digest("hex");
    return { id: ids.next("address"), ...content, redacted: false, hash };
  };
  return {
    contact,
    /** A customer's address anywhere in the country. */
    customer: () =>
      createAddress(
        random.pick(places),
        () =>
          random.chance(0.22)
            ? `${random.pick(["Apt", "Unit", "Suite", "#"])} ${random.int(1, 480)}`
            : null,
        () =>
          random.chance(0.09)
            ? `${english.person.lastName()} ${random.pick(["Interiors", "Outfitters", "Hardware", "& Sons", "Studio"])}`
            : null,
      ),
    /** A company's address in one town. */
    business: (companyName: string, town: string) => {
      const place = places.find(({ city }) => city === town);
      if (place === undefined) throw new Error(`No place is called ${town}`);
      const dock = () => (random.chance(0.4) ? `Dock ${random.int(1, 24)}` : null);
      return createAddress(place, dock, () => companyName);
    },
  };
};

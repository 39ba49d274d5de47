import type { Channel, Source } from "#contract/account.ts";

/** The kind of a source: a maker that ships its own goods, our own warehouse, or a third party's warehouse. */
type SourceKind = "supplier" | "warehouse" | "3pl";

/** A source with the data that the generators need. */
export interface SourceProfile {
  id: number;
  name: string;
  kind: SourceKind;
  city: string;
  /** The departments it sells from; empty: all of them. */
  departments: readonly string[];
  /** The prefix of its order numbers. */
  prefix: string;
}

/** name | kind | city | order number prefix | departments; a source's id is its position in this list. */
const sourceList = `Alder & Quay – Reno Distribution Center | warehouse | Reno | AQR |
Alder & Quay – Columbus Distribution Center | warehouse | Columbus | AQC |
Portside Fulfillment Partners | 3pl | Savannah | PFP |
Switchyard 3PL – Dallas | 3pl | Dallas | SWD |
Lumenhof North America | supplier | Grand Rapids | LUM | Lighting & Decor
Northlight Works | supplier | Duluth | NLW | Lighting & Decor
Tonwerk Ceramics | supplier | Asheville | TWK | Lighting & Decor, Kitchen & Dining
Hestia Hall Cookware | supplier | Lancaster | HHC | Kitchen & Dining
Ridgeback Iron Foundry | supplier | Pittsburgh | RIF | Kitchen & Dining
Kumano 熊野 Cutlery Imports | supplier | Oakland | KCI | Kitchen & Dining
Karst Alpine USA | supplier | Bend | KAU | Outdoor & Climbing
Fjellrev Outdoor | supplier | Minneapolis | FJO | Outdoor & Climbing, Cycling
Wayfare Tent & Trail | supplier | Boise | WTT | Outdoor & Climbing
Peloton Nord Distribution | supplier | Fort Collins | PND | Cycling
Ironbridge Tool Company | supplier | Dayton | IBT | Tools & Workshop
Hartwell Hand Tools | supplier | Worcester | HHT | Tools & Workshop
Lindqvist Kontor | supplier | Raleigh | LQK | Office
Papierhaus Lenz | supplier | Princeton | PHL | Office
Linnéa Home Textiles | supplier | Charleston | LHT | Bed & Bath
Flaxmoor Mills | supplier | Bangor | FLM | Bed & Bath
Barkholm Pet Supply | supplier | Madison | BPS | Pet
Verdigris Garden Wholesale | supplier | Eugene | VGW | Garden & Patio
Plot & Terrace Imports | supplier | Tampa | PTI | Garden & Patio
Klangwerk Audio | supplier | Austin | KWA | Audio
Hollenfels Optik USA | supplier | Bozeman | HOU | Optics & Hunting
Highmark Arms Distribution | supplier | Cheyenne | HAD | Optics & Hunting`;

const cells = (line: string): string[] => line.split("|").map((cell) => cell.trim());

const isKind = (word: string): word is SourceKind =>
  ["supplier", "warehouse", "3pl"].includes(word);

export const sourceProfiles: readonly SourceProfile[] = sourceList
  .split("\n")
  .map((line, index) => {
    const [name = "", kind = "", city = "", prefix = "", departments = ""] = cells(line);
    return {
      id: index + 1,
      name,
      kind: isKind(kind) ? kind : "supplier",
      city,
      prefix,
      departments: departments === "" ? [] : departments.split(", "),
    };
  });

/**
 * name | channelType; a channel's id is its position in this list, and 1 is a reseller channel with products
 * (interfaces).
 */
const channelList = `Alder & Quay Reseller Network | reseller
Bayline Marketplace | marketplace
Alder & Quay Online Store | storefront
Cartwheel Marketplace | marketplace
Harborfront Flagship – Registers | point_of_sale
Northwest Dealer Portal | reseller
Homestead Market | marketplace
Gear & Trail Storefront | storefront
Trade Counter Resellers | reseller
Basecamp Outlet – Registers | point_of_sale
Kaufhaus Südstern | marketplace
Field & Optic Store | storefront
Petite Maison Boutique | storefront
Pawprint Marketplace | marketplace`;

export const demoSources: readonly Source[] = sourceProfiles.map(({ id, name }) => ({ id, name }));

export const demoChannels: readonly Channel[] = channelList.split("\n").map((line, index) => {
  const [name = "", channelType = ""] = cells(line);
  return { id: index + 1, name, channelType };
});

/** The channels that customers order through, and how often. */
export const orderingChannels: Readonly<Record<string, number>> = {
  "2": 24,
  "3": 22,
  "4": 12,
  "5": 5,
  "7": 10,
  "8": 8,
  "11": 4,
  "12": 6,
  "13": 4,
  "14": 5,
};

/** Marketplaces that have personal data removed after a year (api 2.1, redacted). */
export const channelsWithRetention: ReadonlySet<number> = new Set([2, 7, 11]);

/** The resellers' channels' shares of the products. */
export const productShares = [
  { channelId: 1, share: 90 },
  { channelId: 6, share: 6 },
  { channelId: 9, share: 4 },
] as const;

import type { ExclusionType } from "#contract/mapping-sets.ts";

/** A mapping set in text form: `from = to` lines. */
export interface SetWords {
  name: string;
  description: string;
  /** An exclusion list: its items have no target value (api 2.13). */
  excludes?: { sourceId: number; type: ExclusionType };
  items: string;
}

/** The account's mapping sets; rules name the first five. */
export const mappingSetWords: readonly SetWords[] = [
  {
    name: "Color names → marketplace colors",
    description: "Marketplaces support few colors. Maps each of our finishes to one of them.",
    items: `Matte Black = Black | Black = Black | Charcoal = Gray | Graphite = Gray | Slate = Gray | Smoke Gray = Gray
Stone = Beige | Oyster = Beige | Sand = Beige | Desert Tan = Beige | Cream = Off-White | Ivory = Off-White | White = White
Brushed Brass = Gold | Antique Brass = Gold | Copper = Copper | Polished Nickel = Silver | Chrome = Silver | Silver = Silver
Navy = Blue | Denim = Blue | Cobalt = Blue | Petrol = Teal | Lagoon = Teal | Teal = Teal | Sky = Blue
Sage = Green | Moss = Green | Fir Green = Green | Bottle Green = Green | Fern = Green | Olive = Green | Lime = Green
Terracotta = Orange | Rust = Orange | Blaze Orange = Orange | Flame = Red | Red = Red | Cherry = Red | Burgundy = Red
Mustard = Yellow | Marigold = Yellow | Signal Yellow = Yellow | Plum = Purple | Blush = Pink | Walnut = Brown | Tobacco = Brown`,
  },
  {
    name: "Carrier codes → source codes",
    description: "Warehouse codes for carriers and their methods.",
    items: `ups = UPSN | fedex = FDXG | usps = USPP | old_harbor_freight = OHFL | UG = UPSN-03 | U2 = UPSN-02 | FH = FDXG-HD
FE = FDXG-ES | PM = USPP-1 | GA = USPP-GA | LTL = OHFL-LG`,
  },
  {
    name: "State names → state codes",
    description: "For channels that send full state names.",
    items: `Arizona = AZ | California = CA | Colorado = CO | Connecticut = CT | Florida = FL | Georgia = GA | Idaho = ID
Illinois = IL | Indiana = IN | Iowa = IA | Kansas = KS | Kentucky = KY | Maine = ME | Maryland = MD | Massachusetts = MA
Michigan = MI | Minnesota = MN | Missouri = MO | Montana = MT | Nebraska = NE | Nevada = NV | New Hampshire = NH
New Jersey = NJ | New Mexico = NM | New York = NY | North Carolina = NC | Ohio = OH | Oklahoma = OK | Oregon = OR
Pennsylvania = PA | South Carolina = SC | Tennessee = TN | Texas = TX | Utah = UT | Vermont = VT | Virginia = VA
Washington = WA | Wisconsin = WI | Wyoming = WY`,
  },
  {
    name: "Brand spellings",
    description: "Supplier spellings and our brand names.",
    items: `LUMENHOF = Lumenhof | Lumenhof GmbH = Lumenhof | Aasen & Dal = Åsen & Dal | ASEN AND DAL = Åsen & Dal
Linnea Home = Linnéa Home | LINNEA = Linnéa Home | Kumano = Kumano 熊野 | KUMANO CUTLERY = Kumano 熊野
Somn = Sömn | Sloyd Outdoor = Sløyd Outdoor | Brodrene Lyd = Brødrene Lyd | Ferrous & Company = Ferrous & Co.
Posture and Co = Posture & Co. | Field and Folio = Field & Folio`,
  },
  {
    name: "Category → Bayline browse node",
    description: "Leaf categories and their Bayline browse nodes.",
    items: `Pendant Lights = 5486429011 | Floor & Table Lamps = 1063296 | Wall Sconces = 3734421 | Mirrors = 3736371
Frying Pans & Skillets = 289816 | Stockpots & Dutch Ovens = 289829 | Chef's Knives = 289857 | Cutting Boards = 289871
Climbing Ropes = 3402081 | Harnesses = 3402091 | Tents = 3401031 | Sleeping Bags = 3401041 | Bike Helmets = 3404681
Task Chairs = 1069122 | Sit-Stand Desks = 1069166 | Sheet Sets = 1063252 | Towels = 1063244 | Dog Beds = 2975268
Planters = 3553881 | Patio Furniture = 553788 | Headphones = 172541 | Speakers = 172563 | Turntables = 11976581`,
  },
  {
    name: "Do not send to Portside: oversize SKUs",
    description: "Portside can't handle items longer than 48 inches.",
    excludes: { sourceId: 3, type: "sku" },
    items: `BOL-* | SHO-* | SIT-LIK-* | PAT-SLO-* | TOO-NOT-*`,
  },
  {
    name: "Highmark: brands kept off the feed",
    description: "Highmark is not allowed to ship these brands for us.",
    excludes: { sourceId: 26, type: "brand" },
    items: `Bellini & Corti | Tikvaara | Steinbock`,
  },
  {
    name: "Dallas: categories that need a license",
    description: "The Dallas warehouse has no dealer license.",
    excludes: { sourceId: 4, type: "category" },
    items: `Bolt-Action Rifles | Shotguns`,
  },
  {
    name: "Units in words",
    description: "Spelled-out units, for print catalogs.",
    items: `in = inches | ft = feet | lb = pounds | oz = ounces | qt = quarts | gal = gallons | mm = millimeters | m = meters`,
  },
  {
    name: "Seasonal tags (empty, for spring)",
    description: "To be filled by merchandising in February.",
    items: "",
  },
];

/** The lines of a set; a line without `=` maps to null. */
export const setItems = ({ items }: SetWords): { fromValue: string; toValue: string | null }[] =>
  items
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [from = "", to] = line.split(" = ");
      return { fromValue: from, toValue: to ?? null };
    });

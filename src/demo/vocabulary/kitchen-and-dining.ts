import { leaf, section, type Department } from "./leaf.ts";

export const kitchenAndDining: Department = {
  name: "Kitchen & Dining",
  sections: [
    section(
      "Cookware",
      `Wash by hand with a soft sponge and dry at once.
      Let the pan cool before it meets cold water, so that it stays flat.
      The body is guaranteed for life against warping and casting faults.`,
      [
        leaf("Frying Pans & Skillets", {
          brands:
            "Brennholt | Copperlane | Ferrous & Co. | Maison Aubrac | Iwatetsu 岩鉄 | Ridgeback Iron",
          lines:
            "Classic | Forge | Heritage | Pro 5 | Terrain | Atelier | Blue Steel | Everyday | Reserve | Chantilly",
          nouns: "Skillet | Frying Pan | Sauté Pan | Crêpe Pan | Grill Pan",
          materials:
            "Carbon Steel | Cast Iron | Tri-Ply Stainless | Ceramic Nonstick | Enameled Cast Iron",
          options: "Diameter = 8 in, 10 in, 12 in",
          price: [29, 189],
          weight: [2, 7.8],
          size: [
            [15, 22],
            [8, 13],
            [2, 4],
          ],
          facts:
            "Hob = All including induction, Gas and electric | Oven safe to = 450 °F, 500 °F, 600 °F | Handle = Riveted stainless, Cast, Walnut | Made in = USA, France, Japan, Portugal",
          about: `The {line} {noun} comes up to heat fast and holds it when the food goes in.
          {brand} leaves the {material} cooking surface thick at the base and thin at the rim, where weight does no good.
          It goes from the burner to the broiler and on to the table.
          Used twice a week, it gets better every month.`,
          features: `Works on gas, electric and induction
          Sloped wall lets you toss without a spatula
          Handle stays cool on the stove top
          Riveted joint with no threads to loosen
          Hanging eye fits standard rails`,
          colors: ["Graphite", "Brushed Steel", "Black"],
        }),
        leaf("Stockpots & Dutch Ovens", {
          brands: "Maison Aubrac | Copperlane | Ferrous & Co. | Hestia Hall | Ridgeback Iron",
          lines:
            "Bourgogne | Sunday | Cocotte | Hearth | Gather | Lagom | Provence | Winterfeld | Basque",
          nouns: "Dutch Oven | Braiser | Stockpot | Cocotte | Soup Pot",
          materials:
            "Enameled Cast Iron | Tri-Ply Stainless | Hammered Copper | Hard-Anodized Aluminum",
          options: "Color = Flame, Petrol, Cream, Bottle Green | Capacity = 3.5 qt, 5.5 qt, 7 qt",
          price: [69, 379],
          weight: [6, 15],
          size: [
            [11, 15],
            [9, 12],
            [5, 9],
          ],
          facts:
            "Oven safe to = 500 °F, 550 °F | Lid = Self-basting, Glass, Cast with steel knob | Interior = Light enamel, Black enamel, Stainless | Dishwasher = Hand wash advised, Safe",
          about: `Stew, bread, beans and stock all come out better from a pot that does not rush.
          The {line} has a heavy lid with ridges that send the steam back down as drops.
          {brand} gives its {material} three coats where others stop at two.
          It is handsome enough to go straight to the table, which saves a serving dish.`,
          features: `Ridged lid returns moisture to the pot
          Wide handles take oven mitts
          Pale interior shows how far the browning has come
          No seasoning needed
          Knob is safe at any oven temperature`,
        }),
        leaf("Bakeware", {
          brands: "Brennholt | Hestia Hall | Kiln & Kettle | Butterfield | Fournil Léon",
          lines:
            "Batch | Crumb | Goldcrust | Levain | Market | Patisserie | Sunday | Village | Élan",
          nouns: "Loaf Pan | Sheet Pan | Springform Pan | Muffin Tin | Baking Dish | Tart Pan",
          materials:
            "Aluminized Steel | Nonstick Steel | Stoneware | Borosilicate Glass | Silicone",
          options: "Size = Quarter, Half, Full",
          price: [12, 69],
          weight: [0.8, 5],
          size: [
            [9, 18],
            [5, 13],
            [1, 4],
          ],
          facts:
            "Oven safe to = 425 °F, 450 °F, 500 °F | Coating = None, Ceramic, PTFE-free nonstick | Rim = Wire-reinforced, Rolled, Straight | Dishwasher = Hand wash advised, Safe",
          about: `An even crust starts with even heat, and the {line} spreads it to the corners.
          {brand} presses the {noun} from one sheet, so there is no seam for batter to hide in.
          The {material} releases a cold cake as readily as a warm one.
          Pieces nest, which matters in a kitchen with one cupboard.`,
          features: `Rolled rim keeps its shape at 450 °F
          Corners drawn, not folded
          Pieces of the same line nest
          Fits a standard rack
          No coating to flake where marked plain`,
          colors: ["Brushed Steel", "Charcoal", "Cream", "Terracotta"],
        }),
      ],
    ),
    section(
      "Prep & Table",
      `Hand wash and dry; a dishwasher dulls edges and lifts wood grain.
      Oil wooden parts a few times a year with food-safe mineral oil.
      Sharpening and small repairs are free for two years.`,
      [
        leaf("Chef's Knives", {
          brands:
            "Kumano 熊野 | Solingen Nord | Hollow & Edge | Brennholt | Sabatier-Vial | Takeda Hamono",
          lines: "Ao | Classic | Damask | Gyuto | Ikon | Kuro | Petty | Pro | Shiro | Voyage",
          nouns: "Chef's Knife | Santoku | Paring Knife | Bread Knife | Nakiri | Carving Knife",
          materials: "VG-10 Steel | High-Carbon Stainless | 67-Layer Damascus | White Paper Steel",
          options: "Length = 5 in, 7 in, 8 in, 10 in",
          price: [39, 289],
          weight: [4, 11],
          weightUnit: "ounce",
          size: [
            [9, 16],
            [1.5, 2.5],
            [0.7, 1.2],
          ],
          facts:
            "Hardness = 58 HRC, 60 HRC, 62 HRC | Edge angle = 12° per side, 15° per side | Handle = Stabilized walnut, Pakkawood, Micarta, Magnolia | Tang = Full, Hidden",
          about: `The {line} falls through an onion and stops when you do.
          {brand} grinds the {material} blade thin behind the edge, so carrots part and do not crack.
          Balance sits at the bolster, where the pinch grip wants it.
          It comes sharp from the stone and takes a new edge without a fight.`,
          features: `Ground to its final angle on water stones
          Rounded spine spares the forefinger
          Handle sealed against wet hands
          Saya or blade guard included
          Free sharpening for two years`,
          colors: ["Walnut", "Black", "Rosewood"],
        }),
        leaf("Cutting Boards", {
          brands: "Grain & Groove | Parlour & Pine | Butcher's Row | Hinoki-ya ヒノキ屋",
          lines: "Block | Carver | Counter | Daily | Orchard | Reversible | Trestle | Yoshino",
          nouns: "Cutting Board | Butcher Block | Carving Board | Serving Board",
          materials: "End-Grain Maple | Edge-Grain Walnut | Hinoki Cypress | Teak | Richlite",
          options: "Size = 12 × 9 in, 16 × 11 in, 20 × 14 in",
          price: [24, 189],
          weight: [2, 13],
          size: [
            [12, 21],
            [9, 15],
            [0.7, 2],
          ],
          facts:
            "Juice groove = Both sides, One side, None | Feet = Rubber, None | Finish = Food-safe oil, Beeswax and oil | Source = FSC-certified, Reclaimed",
          about: `A good board is kinder to an edge than any steel.
          {brand} glues the {line} from {material} staves with a food-safe adhesive and presses it overnight.
          Turn it over and there is a clean face for bread.
          Its weight keeps it where you put it, wet counter or not.`,
          features: `Kind to hard Japanese edges
          Finger grips cut into both ends
          Deep groove catches the juice of a roast
          Oiled three times before it ships
          Timber from managed forests`,
          colors: ["Walnut", "Natural", "Light Oak"],
        }),
        leaf("Coffee & Tea", {
          brands: "Kiln & Kettle | Barrow Coffee Tools | Morgenrot | Chadō Works 茶道 | Copperlane",
          lines:
            "Bloom | Drift | First Pour | Gooseneck | Ritual | Slow Hour | Steep | Third Shelf | Crema",
          nouns:
            "Pour-Over Dripper | French Press | Gooseneck Kettle | Teapot | Coffee Server | Moka Pot",
          materials:
            "Borosilicate Glass | Stainless Steel | Stoneware | Cast Iron | Anodized Aluminum",
          options: "Color = Matte Black, White, Copper | Capacity = 12 oz, 20 oz, 34 oz",
          price: [22, 149],
          weight: [0.9, 4],
          size: [
            [5, 11],
            [4, 8],
            [5, 11],
          ],
          facts:
            "Filter = Paper cone, Reusable mesh, None needed | Induction = Yes, No | Dishwasher = Safe, Top rack only, Hand wash advised | Serves = 1 to 2, 3 to 4, 6",
          about: `Two good cups before work is what the {line} was drawn for.
          {brand} spent a year on the spout alone, and the {noun} pours without a drip.
          The {material} keeps its heat long enough for a second cup.
          Every part comes apart for washing and every part can be bought again.`,
          features: `Pours to the drop without dribbling
          All parts replaceable one by one
          Measuring marks inside, where they do not wear off
          Lid stays on when it is tipped
          Fits common paper filters`,
        }),
        leaf("Drinkware", {
          brands: "Tonwerk | Kiln & Kettle | Glashütte Birkenau | Loam Studio | Highball & Rye",
          lines: "Alma | Bistro | Fika | Harbor | Lowball | Nordlys | Pub | Terrazzo | Vino | Café",
          nouns: "Mug | Tumbler Set | Wine Glass Set | Espresso Cup Set | Highball Set",
          materials:
            "Stoneware | Lead-Free Crystal | Double-Wall Glass | Porcelain | Tempered Glass",
          options:
            "Color = Clear, Smoke Gray, Sage, Terracotta | Set = Set of 2, Set of 4, Set of 6",
          price: [14, 98],
          weight: [0.8, 6],
          size: [
            [4, 13],
            [4, 9],
            [4, 10],
          ],
          facts:
            "Capacity = 4 oz, 10 oz, 12 oz, 16 oz | Dishwasher = Safe, Top rack only | Microwave = Safe, No | Made in = Portugal, Germany, Czechia, USA",
          about: `The {line} feels right in the hand before anything is in it.
          {brand} keeps the rim thin and the foot heavy.
          The {material} survives the dishwasher and the guest who stacks.
          Replacements are always in stock, so a set of six stays a set of six.`,
          features: `Thin rim, heavy foot
          Stacks without wedging
          Safe in the dishwasher
          Sold singly as replacements
          Free of lead and cadmium`,
        }),
      ],
    ),
  ],
};

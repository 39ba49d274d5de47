import { leaf, section, type Department } from "./leaf.ts";

export const garden: Department = {
  name: "Garden & Patio",
  sections: [
    section(
      "Growing",
      `Bring terracotta and hoses in before the first hard frost.
      Rinse blades after use and oil the pivot monthly.
      Springs, blades and washers are stocked as spares.`,
      [
        leaf("Planters", {
          brands: "Tonwerk Garten | Loam Studio | Verdigris | Plot & Terrace",
          lines:
            "Alder | Basin | Courtyard | Drum | Ledge | Orangery | Stoop | Trough | Versailles",
          nouns: "Planter | Window Box | Hanging Planter | Raised Bed | Self-Watering Planter",
          materials: "Terracotta | Fiberstone | Corten Steel | Cedar | Glazed Ceramic",
          options: "Color = Terracotta, Charcoal, Stone, Sage | Size = 10 in, 14 in, 20 in",
          price: [18, 229],
          weight: [2, 44],
          size: [
            [9, 36],
            [9, 22],
            [8, 22],
          ],
          facts:
            "Drainage = Hole with plug, Hole, Reservoir | Frost proof = Yes, To 20 °F | Saucer = Included, Sold separately, Built in | Indoor = Yes, Outdoor only",
          about: `Roots breathe in the {line}, and leaves show it by August.
          {brand} builds the {material} walls thick enough to keep the soil cool on a hot step.
          The drain has a plug for indoors.
          Set three sizes together and the corner is done.`,
          features: `Drain with a plug
          Feet lift it off the deck
          Weathers without flaking
          Light enough to move empty
          Sizes nest for storage`,
        }),
        leaf("Pruners & Shears", {
          brands: "Hedge & Thorn | Sheffield Row | Okatsu 岡恒 | Plot & Terrace",
          lines: "Anvil | Bonsai | Bypass | Orchard | Rose | Topiary | Vineyard",
          nouns: "Bypass Pruner | Loppers | Hedge Shears | Pruning Saw | Garden Snips",
          materials: "High-Carbon Steel | Forged Aluminum | SK-5 Steel",
          options: "Size = Small, Medium, Large",
          price: [16, 119],
          weight: [0.4, 4],
          size: [
            [7, 28],
            [2, 9],
            [0.8, 2],
          ],
          facts:
            "Cuts to = 3/4 in, 1 in, 2 in | Hand = Right, Left, Either | Blade = Replaceable, Resharpen | Lock = Thumb, Loop",
          about: `A clean cut heals in a week, and the {line} makes nothing else.
          {brand} hollow-grinds the {material} blade so sap does not glue it shut.
          The spring sits where it cannot be lost in the grass.
          Handles are angled for the end of a long row.`,
          features: `Hollow-ground blade
          Spring cannot fall out
          Sap groove
          Every part sold as a spare
          Holster loop`,
          colors: ["Red", "Fern", "Black"],
        }),
        leaf("Hoses & Watering", {
          brands: "Verdigris | Brookline Water | Plot & Terrace",
          lines: "Brass | Coil | Drip | Haws Lane | Meadow | Rain | Soaker | Spring",
          nouns: "Garden Hose | Watering Can | Spray Nozzle | Soaker Hose | Hose Reel",
          materials: "Rubber | Galvanized Steel | Machined Brass | Polyurethane",
          options: "Color = Fern, Slate, Galvanized | Length = 25 ft, 50 ft, 75 ft",
          price: [14, 139],
          weight: [0.8, 14],
          size: [
            [9, 18],
            [6, 17],
            [3, 14],
          ],
          facts:
            "Fittings = Crush-proof brass, Aluminum, Not applicable | Drinking safe = Yes, No | Burst pressure = 350 psi, 500 psi, Not applicable | Capacity = 1 gal, 2 gal, Not applicable",
          about: `No kinks at the corner of the house, even in March.
          {brand} weaves the {line} in four plies and lets it lie flat.
          {material} parts turn by hand and seal by hand.
          The rose gives rain, not a jet, so seedlings stay where they were sown.`,
          features: `Lies flat out of the box
          Seals by hand
          Washers included
          Safe for drinking water where marked
          Ten-year leak guarantee`,
        }),
      ],
    ),
    section(
      "Outdoor Living",
      `Cover or bring indoors in winter.
      Teak turns silver; oil it once a year to keep the color.
      Never leave a fire unattended.`,
      [
        leaf("Patio Furniture", {
          brands: "Sløyd Outdoor | Plot & Terrace | Capri & Sons | Cedar Quay",
          lines: "Amalfi | Bistro | Cove | Dockside | Isle | Lanai | Riviera | Veranda",
          nouns: "Adirondack Chair | Bistro Set | Bench | Lounge Chair | Folding Chair Pair",
          materials: "Teak | Powder-Coated Aluminum | Recycled HDPE | Acacia",
          options: "Finish = Natural, White, Charcoal, Lagoon",
          price: [89, 749],
          weight: [12, 78],
          size: [
            [24, 60],
            [22, 36],
            [12, 40],
          ],
          facts:
            "Cushions = Included, Sold separately, None | Folds = Yes, No | Weight limit = 250 lb, 300 lb, 500 lb | Assembly = None, 20 min, 45 min",
          about: `The {line} sits low and wide and makes it hard to go back inside.
          {brand} joins {material} parts with stainless hardware and plugs the holes.
          Rain runs off between the slats.
          Leave it out; it was made for that.`,
          features: `Stainless hardware
          Slats shed water
          Stacks or folds where marked
          Wide arms hold a plate
          Replacement slats stocked`,
        }),
        leaf("Fire Pits & Grills", {
          brands: "Emberline | Ferrous & Co. | Cedar Quay | Yakitori-ya 焼き鳥",
          lines: "Bonfire | Campfire | Deck | Hibachi | Kettle | Pyre | Smokehouse | Solo Hearth",
          nouns: "Fire Pit | Charcoal Grill | Kettle Grill | Tabletop Grill | Patio Heater",
          materials: "Stainless Steel | Corten Steel | Porcelain-Enameled Steel | Cast Aluminum",
          options: "Finish = Black, Brushed Steel, Rust",
          price: [69, 899],
          weight: [9, 92],
          size: [
            [14, 40],
            [14, 32],
            [10, 42],
          ],
          facts:
            "Fuel = Wood, Charcoal, Propane | Smoke = Secondary burn, Open | Ash pan = Removable, Built in, None | Cooking area = 150 sq in, 360 sq in, Not applicable",
          about: `Pulls air from below and burns its own smoke once it is hot, so the circle can close up.
          {brand} folds the {line} from {material} sheet that is meant to take on color.
          The ash pan slides out while the rest stays put.
          It is the reason people stay for another hour.`,
          features: `Little smoke once hot
          Ash pan slides out
          Legs keep heat off the deck
          Grate reverses
          Cover sold separately`,
        }),
        leaf("Bird Feeders", {
          brands: "Finch & Thistle | Cedar Quay | Verdigris",
          lines: "Copper Roof | Finch | Gazebo | Hopper | Nectar | Ranch | Tube | Window",
          nouns: "Bird Feeder | Hummingbird Feeder | Bird House | Suet Feeder | Bird Bath",
          materials: "Red Cedar | Hand-Blown Glass | Powder-Coated Steel | Recycled Poly",
          options: "Color = Natural, Copper, Moss, Red",
          price: [14, 119],
          weight: [0.7, 11],
          size: [
            [6, 14],
            [5, 14],
            [6, 16],
          ],
          facts:
            "Capacity = 1 qt, 3 qt, 5 lb, Not applicable | Squirrel resistant = Yes, No | Mount = Hanging, Pole, Window | Cleaning = Lift-out tray, Hinged roof",
          about: `First come the chickadees, and by the second week everybody else.
          {brand} gives the {line} a tray that drains, since wet seed is what keeps birds away.
          {material} construction holds up to winter and to jays.
          It opens without tools for the monthly wash.`,
          features: `Tray drains
          Opens without tools
          Perches sized for songbirds
          Steel where squirrels chew
          Hanger included`,
        }),
      ],
    ),
  ],
};

import { leaf, section, type Department } from "./leaf.ts";

export const bedAndBath: Department = {
  name: "Bed & Bath",
  sections: [
    section(
      "Bedding",
      `Machine wash warm with like colors and tumble dry low.
      Natural fibers shrink about three percent in the first wash; the cut allows for it.
      Sleep on it for thirty nights and send it back if it does not suit.`,
      [
        leaf("Sheet Sets", {
          brands: "Linnéa Home | Flaxmoor | Cotonnière | Pillow & Plain | Sömn",
          lines:
            "Airy | Cloudline | Easy Linen | Hotel | Long Staple | Midsummer | Percale | Stonewash | Tvätt",
          nouns: "Sheet Set | Fitted Sheet | Pillowcase Pair | Flat Sheet",
          materials:
            "Organic Cotton Percale | Cotton Sateen | French Linen | Bamboo Lyocell | Flannel",
          options: "Color = White, Oyster, Sage, Denim, Blush | Size = Twin, Full, Queen, King",
          price: [29, 269],
          weight: [1, 6],
          size: [
            [10, 16],
            [8, 12],
            [2, 5],
          ],
          facts:
            "Thread count = 200, 300, 400, Not applicable | Pocket depth = 14 in, 16 in, 18 in | Certification = OEKO-TEX 100, GOTS | Made in = Portugal, India, Belgium",
          about: `Crisp on the first night and better on the hundredth, the {line} is the set that gets washed and put straight back on.
          {brand} weaves it from {material} yarn and finishes it without resin.
          The elastic runs all the way round, so corners stay where they are.
          Head and foot are labeled, which settles one argument.`,
          features: `Elastic all the way round
          Labeled at head and foot
          Envelope pillowcases
          Free of resin finishes
          Softens with every wash`,
        }),
        leaf("Duvet Covers", {
          brands: "Linnéa Home | Flaxmoor | Cotonnière | Sömn",
          lines: "Atlas | Bergen | Checker | Fields | Garden | Herringbone | Isla | Ticking | Wren",
          nouns: "Duvet Cover | Duvet Cover Set | Quilt | Coverlet",
          materials: "French Linen | Cotton Percale | Washed Cotton | Matelassé",
          options: "Color = Flax, Slate, Terracotta, Moss | Size = Twin, Queen, King",
          price: [69, 329],
          weight: [2, 8],
          size: [
            [12, 18],
            [10, 14],
            [3, 6],
          ],
          facts:
            "Closure = Shell buttons, Hidden ties, Zip | Corner ties = 4, 8 | Certification = OEKO-TEX 100, GOTS | Reverse = Same, Contrast stripe",
          about: `Making the bed takes a minute when the corners are where you expect them.
          The {line} from {brand} has ties in all of them and a mouth wide enough to find.
          The {material} cloth is washed before it is cut.
          It looks as good rumpled as it does ironed, and nobody irons it.`,
          features: `Ties in every corner
          Wide opening at the foot
          Washed before cutting
          Shell or corozo buttons
          Shams sold alongside`,
        }),
        leaf("Pillows & Inserts", {
          brands: "Pillow & Plain | Eiderdown Øst | Sömn | Posture & Co.",
          lines:
            "Adjust | Back Sleeper | Cumulus | Featherbed | Hush | Loft | Side Sleeper | Travel",
          nouns: "Pillow | Down Pillow | Contour Pillow | Body Pillow | Duvet Insert",
          materials: "Latex | Memory Foam | White Goose Down | Buckwheat | Recycled Fiber",
          options: "Firmness = Soft, Medium, Firm | Size = Standard, Queen, King",
          price: [24, 249],
          weight: [1.6, 9],
          size: [
            [18, 28],
            [14, 20],
            [5, 9],
          ],
          facts:
            "Loft = 4 in, 5 in, 6 in | Cover = Removable, Fixed | Sleeper = Side, Back, Stomach, All | Fill power = 600, 750, Not applicable",
          about: `A pillow is a tool with one job, and the {line} does it all night.
          {brand} fills it to weight, so two of a kind are two of a kind.
          Take out or add {material} fill through the zip until your neck agrees.
          The cover comes off and goes in with the sheets.`,
          features: `Fill added and taken out by zip
          Cover washes with the sheets
          Keeps its height
          Tested for down-proofness
          Spare fill in a bag`,
          colors: ["White", "Ivory", "Mist"],
        }),
      ],
    ),
    section(
      "Bath",
      `Wash before first use and skip the softener, which coats the loops.
      Hang to dry between uses.
      Loose loops can be cut; they will not run.`,
      [
        leaf("Towels", {
          brands: "Linnéa Home | Hammam & Co. | Cotonnière | Badehaus",
          lines: "Aegean | Cabana | Everyday | Hotel | Plush | Ribbed | Spa | Waffle",
          nouns: "Bath Towel | Bath Sheet | Hand Towel Pair | Washcloth Set | Hammam Towel",
          materials: "Turkish Cotton | Supima Cotton | Waffle Cotton | Organic Cotton",
          options: "Color = White, Stone, Teal, Plum, Sky | Size = Hand, Bath, Sheet",
          price: [9, 89],
          weight: [0.4, 3],
          size: [
            [9, 16],
            [7, 12],
            [2, 5],
          ],
          facts:
            "Weight = 400 gsm, 550 gsm, 700 gsm | Hanging loop = Yes, No | Certification = OEKO-TEX 100, GOTS | Made in = Türkiye, Portugal, USA",
          about: `It dries you, and then it dries, which is the part most towels forget.
          {brand} twists the {line} loops low, so they drink without getting heavy.
          The {material} pile comes up thicker after the third wash.
          A loop on the long side saves the corner.`,
          features: `Dries in an evening
          Double-turned hems
          Loop on the long side
          Color locked before weaving
          Gets thicker, not thinner`,
        }),
        leaf("Bath Mats & Curtains", {
          brands: "Badehaus | Hammam & Co. | Pillow & Plain | Grain & Groove",
          lines: "Cedar | Drain | Harbor | Pebble | Slat | Stripe | Tide | Waffle",
          nouns: "Bath Mat | Shower Curtain | Bath Rug | Slatted Bath Mat",
          materials: "Tufted Cotton | Teak | Linen Blend | Diatomite",
          options: "Color = Oyster, Slate, Sage | Size = 17 × 24 in, 20 × 32 in, 24 × 40 in",
          price: [19, 129],
          weight: [1, 7],
          size: [
            [17, 26],
            [10, 17],
            [1, 4],
          ],
          facts:
            "Backing = Latex, None, Cork | Quick drying = Yes, No | Washable = Machine, Wipe clean",
          about: `Step out onto the {line} and stay dry-footed for the rest of the morning.
          {brand} binds it on all four sides so the edges lie down.
          {material} stands up to steam and does not smell of it.
          It hangs over the tub to dry and looks fine doing so.`,
          features: `Lies flat at the edges
          Grips tile
          Dries over the tub
          No smell after a month
          Matches towels of the same color`,
        }),
      ],
    ),
  ],
};

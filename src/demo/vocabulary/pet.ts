import { leaf, section, type Department } from "./leaf.ts";

export const pet: Department = {
  name: "Pet",
  sections: [
    section(
      "Dogs",
      `Check fit and stitching every few weeks; young dogs grow fast.
      Wash at 85 °F and air dry.
      If it is chewed within 60 days, the second one is half price.`,
      [
        leaf("Dog Beds", {
          brands: "Barkholm | Wolf & Wren | Nappa Hound | Snooze & Co.",
          lines: "Bolster | Burrow | Cabin | Den | Lounger | Orthopedic | Ranch | Tofta",
          nouns: "Dog Bed | Bolster Bed | Crate Pad | Orthopedic Dog Bed | Donut Bed",
          materials: "Corduroy | Faux-Shearling | Waxed Canvas | Memory Foam",
          options: "Color = Olive, Charcoal, Oyster | Size = S, M, L, XL",
          price: [34, 219],
          weight: [3, 16],
          size: [
            [20, 44],
            [16, 34],
            [4, 9],
          ],
          facts:
            "Cover = Machine washable, Wipe clean | Base = Non-slip, Waterproof | Suits = Puppies, Adult dogs, Senior dogs | Chew rating = Light, Moderate, Tough",
          about: `An old dog gets up more easily from the {line}, and a young one stays on it.
          {brand} cuts the foam in one block and not from shreds that clump.
          The {material} cover zips off and survives the weekly wash.
          The zip hides under a flap, out of reach of teeth.`,
          features: `Solid foam, no shreds
          Hidden zip
          Base stays put on tile
          Liner keeps accidents out of the foam
          Spare covers sold`,
        }),
        leaf("Leashes & Harnesses", {
          brands: "Wolf & Wren | Trailmutt | Nappa Hound | Fjellhund",
          lines: "Canyon | City | Everyday | Halfmoon | Pace | Ridge | Sled | Trek",
          nouns: "Dog Harness | Dog Leash | Hands-Free Leash | Dog Collar | Training Lead",
          materials: "Climbing Rope | Bridle Leather | Biothane | Recycled Webbing",
          options: "Color = Red, Navy, Marigold, Black | Size = XS, S, M, L",
          price: [16, 79],
          weight: [3, 15],
          weightUnit: "ounce",
          size: [
            [7, 12],
            [4, 7],
            [1, 3],
          ],
          facts:
            "Hardware = Solid brass, Aluminum, Stainless | Attachment = Front and back, Back, Not applicable | Reflective = Yes, No | Length = 4 ft, 5 ft, 6 ft, 15 ft",
          about: `Pulling stops being fun with the {line}, and no throat is involved.
          {brand} shapes the chest piece in a Y that leaves the shoulders free.
          {material} dries between one walk and the next.
          There is a handle on the back for stairs, streams and surprises.`,
          features: `Shoulders free to move
          Five points of adjustment
          Handle for lifting
          Tag loop that does not jingle
          Hardware tested to 600 lb`,
        }),
        leaf("Bowls & Feeders", {
          brands: "Kiln & Kettle Pet | Barkholm | Trailmutt | Miru ミル",
          lines: "Diner | Elevated | Fountain | Gravity | Puzzle | Slow | Travel | Trough",
          nouns: "Dog Bowl | Slow Feeder | Elevated Feeder | Cat Fountain | Travel Bowl",
          materials: "Stoneware | Stainless Steel | Bamboo Fiber | Silicone",
          options: "Color = Cream, Slate, Sage | Capacity = 2 cup, 4 cup, 8 cup",
          price: [9, 84],
          weight: [0.5, 6],
          size: [
            [6, 20],
            [6, 11],
            [2, 11],
          ],
          facts:
            "Dishwasher = Safe, Top rack only | Non-slip = Silicone ring, Weighted, Rubber feet | Suits = Cats and small dogs, All breeds, Large breeds",
          about: `Dinner lasts ten minutes in the {line} and stays down.
          {brand} shapes the ridges so that a flat nose can still reach the last of it.
          The {material} bowl is too heavy to push around the kitchen.
          It goes in the dishwasher with everybody else's.`,
          features: `Too heavy to push
          Ridges with round corners
          Dishwasher safe
          No lead, no BPA
          Stands level on tile`,
        }),
      ],
    ),
    section(
      "Cats & Small Animals",
      `Introduce new furniture slowly, beside a familiar blanket.
      Vacuum weekly; replace sisal when it comes loose.
      Anchor tall pieces to the wall with the strap in the box.`,
      [
        leaf("Cat Trees & Scratchers", {
          brands: "Felinda | Wolf & Wren | Neko House 猫屋 | Purrwerk",
          lines: "Aerie | Canopy | Loft | Perch | Pillar | Stairwell | Tower | Window",
          nouns: "Cat Tree | Scratching Post | Wall Shelf Set | Scratch Lounger",
          materials: "Birch Plywood | Sisal-Wrapped | Corrugated Board | Rattan",
          options: "Color = Natural, Charcoal, White",
          price: [24, 289],
          weight: [3, 48],
          size: [
            [14, 28],
            [12, 24],
            [16, 68],
          ],
          facts:
            "Height = 24 in, 36 in, 54 in, 66 in | Cats = 1, 2, 3 | Wall anchor = Included, Not needed | Assembly = 10 min, 25 min",
          about: `Somewhere to scratch that is not the sofa, and somewhere to look down on it from.
          {brand} makes the {line} tall enough for a full stretch, which is what cats check first.
          The {material} parts unscrew when they wear out.
          It passes for furniture.`,
          features: `Tall enough for a full stretch
          Worn parts unscrew
          Wall strap included
          Cushions wash
          Does not rock when jumped on`,
        }),
        leaf("Litter & Grooming", {
          brands: "Purrwerk | Felinda | Miru ミル | Barkholm",
          lines: "Clean | Comb | Dome | Fresh | Glide | Sift | Tidy",
          nouns: "Litter Box | Deshedding Brush | Grooming Kit | Nail Grinder | Litter Mat",
          materials: "Recycled Polypropylene | Stainless and Beech | Silicone",
          options: "Color = White, Slate, Sage",
          price: [12, 94],
          weight: [0.3, 9],
          size: [
            [7, 24],
            [4, 18],
            [2, 17],
          ],
          facts:
            "Entry = Front, Top, Not applicable | Washable = Yes, Wipe clean | Suits = Cats, Cats and dogs, Long coats",
          about: `A chore done in a minute gets done, which is the idea behind the {line}.
          {brand} rounds every inside corner so that nothing hides there.
          The {material} surface rinses clean.
          Parts click together and can be bought one at a time.`,
          features: `No inside corners
          Rinses clean
          Quiet enough for nervous animals
          Spare parts sold singly
          Handle shaped for either hand`,
        }),
      ],
    ),
  ],
};

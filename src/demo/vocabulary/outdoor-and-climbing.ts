import { leaf, section, type Department } from "./leaf.ts";

export const outdoorAndClimbing: Department = {
  name: "Outdoor & Climbing",
  sections: [
    section(
      "Climbing",
      `Inspect before every use and retire after a hard fall, a cut or contact with chemicals.
      Store dry, dark and away from batteries and bleach.
      Climbing is dangerous; learn from a qualified instructor.`,
      [
        leaf("Climbing Ropes", {
          brands: "Karst Alpine | Fjellrev | Belay & Bight | Edelgrat | Sierra Cordage",
          lines:
            "Boulder Pass | Contour | Dragline | Eiger | Gully | Kestrel | Monolith | Rappel | Swift | Tófa",
          nouns: "Single Rope | Half Rope | Gym Rope | Static Rope | Twin Rope",
          materials: "Dry-Treated Nylon | Nylon Kernmantle | Unicore Nylon",
          options: "Color = Lagoon, Flame, Lime | Length = 40 m, 60 m, 70 m, 80 m",
          price: [119, 329],
          weight: [5.2, 11],
          size: [
            [12, 18],
            [8, 12],
            [5, 8],
          ],
          facts:
            "Diameter = 8.6 mm, 9.2 mm, 9.5 mm, 9.8 mm | UIAA falls = 6, 7, 9, 12 | Impact force = 8.2 kN, 8.8 kN, 9.1 kN | Sheath share = 35 %, 38 %, 41 % | Standard = EN 892, EN 1891 A",
          about: `The {line} feeds through a belay device as softly on its hundredth day as on its first.
          {brand} weaves the {material} sheath tight, so grit stays on the outside.
          The middle is dyed and not taped, which means nothing to snag on a rappel.
          Both ends carry the length and the year of manufacture.`,
          features: `Middle mark that cannot slip
          Sheath bonded to the core at both ends
          Catches softly and runs straight
          Comes lap-coiled and ready to climb
          Certified by the UIAA`,
        }),
        leaf("Harnesses", {
          brands: "Karst Alpine | Edelgrat | Ledgeworks | Fjellrev | Vertikal",
          lines: "Arête | Couloir | Momentum | Pitch | Sender | Solstice | Talus | Traverse | Wren",
          nouns: "Climbing Harness | Alpine Harness | Gym Harness | Big-Wall Harness",
          materials: "Split-Webbing | Laminated Mesh | Thermoformed Foam",
          options: "Color = Slate, Lagoon, Marigold | Size = XS, S, M, L, XL",
          price: [54, 149],
          weight: [10, 21],
          weightUnit: "ounce",
          size: [
            [9, 13],
            [7, 10],
            [3, 5],
          ],
          facts:
            "Gear loops = 4, 5, 7 | Leg loops = Adjustable, Fixed elastic | Buckles = One, Two, Four | Standard = EN 12277 C",
          about: `Hanging belays end careers in a bad harness and pass unnoticed in the {line}.
          {brand} spreads the load over {material} panels and leaves the seams out of the way.
          Gear loops stand off the hip and can be reached with gloves.
          Wear marks in red appear long before the tie-in points are in danger.`,
          features: `Wear indicators at both tie-in points
          Pre-threaded buckles that cannot be misthreaded
          Haul loop rated to full strength
          Drop seat for long days
          Breathes against the back`,
        }),
        leaf("Carabiners & Quickdraws", {
          brands: "Ledgeworks | Belay & Bight | Vertikal | Karst Alpine",
          lines: "Anvil | Bolt | Clip | Helium | Keyhole | Oval | Spire | Talon",
          nouns:
            "Locking Carabiner | Wiregate Carabiner | Quickdraw | Quickdraw Pack | HMS Carabiner",
          materials: "Hot-Forged 7075 Aluminum | Cold-Forged Aluminum | Alloy Steel",
          options: "Color = Silver, Royal, Flame",
          price: [9.5, 119],
          weight: [1.2, 22],
          weightUnit: "ounce",
          size: [
            [4, 9],
            [2, 4],
            [0.6, 2],
          ],
          facts:
            "Closed strength = 22 kN, 24 kN, 27 kN | Gate opening = 21 mm, 24 mm, 27 mm | Gate = Wire, Bent, Screw lock, Twist lock | Standard = EN 12275",
          about: `Clip, hear it close, and climb on.
          {brand} forges the {line} hot from one bar and thins it only where the load allows.
          The keylock nose slides off a bolt hanger without a fight.
          Each piece is proof-loaded and carries its own serial number.`,
          features: `Keylock nose does not snag on webbing
          Large enough for a gloved hand
          Every piece proof-loaded
          Laser-marked serial number
          Spine shaped to spare the rope`,
        }),
      ],
    ),
    section(
      "Camping",
      `Dry everything fully before you pack it away for the season.
      Clean with mild soap and cold water; detergents strip the coating.
      Repairs are offered at cost after the three-year warranty.`,
      [
        leaf("Tents", {
          brands: "Fjellrev | Tarn & Fell | Bergström | Wayfare | Kodak Ridge",
          lines:
            "Basecamp | Cirrus | Hollow | Moraine | Nordkapp | Plateau | Skåne | Stratus | Tundra",
          nouns: "Backpacking Tent | Four-Season Tent | Family Tent | Tarp Shelter",
          materials: "Silnylon | Ripstop Polyester | Cotton Canvas",
          options: "Color = Fir Green, Sand, Rust | Capacity = 1 person, 2 person, 4 person",
          price: [149, 649],
          weight: [2.4, 16],
          size: [
            [16, 26],
            [6, 10],
            [6, 10],
          ],
          facts:
            "Season = 3 season, 4 season | Fly head = 2000 mm, 3000 mm, 4000 mm | Poles = DAC aluminum, Carbon, Steel | Vestibules = 1, 2 | Setup = Inner first, Outer first",
          about: `The {line} goes up in four minutes with cold fingers.
          {brand} pitches the {material} fly first, so the inner stays dry in the rain you did not plan for.
          Vents at the ridge and the foot keep the walls from dripping at dawn.
          Everything packs into a sack that is honest about its size.`,
          features: `Color-coded poles and sleeves
          Seams taped at the factory
          Pockets within reach of a sleeping bag
          Pegs that survive a rock
          Footprint sold separately`,
        }),
        leaf("Sleeping Bags", {
          brands: "Tarn & Fell | Bergström | Wayfare | Eiderdown Øst",
          lines: "Aurora | Bivouac | Drift | Ember | Halo | Polar | Solstice | Winterlake",
          nouns: "Mummy Bag | Sleeping Quilt | Down Sleeping Bag | Double Sleeping Bag",
          materials: "800-Fill Goose Down | 650-Fill Duck Down | Recycled Synthetic",
          options: "Color = Petrol, Rust, Moss | Length = Short, Regular, Long",
          price: [89, 529],
          weight: [1.3, 5.2],
          size: [
            [14, 20],
            [7, 11],
            [7, 11],
          ],
          facts:
            "Comfort limit = 35 °F, 20 °F, 5 °F, -10 °F | Fill = 800 down, 650 down, Synthetic | Zip = Left, Right, Two-way | Down source = Traceable, Not applicable",
          about: `Cold comes from below and through the zip, and the {line} deals with both.
          {brand} sews box baffles, which keep the {material} where it was put.
          A draft collar closes with one hand and does not strangle anyone.
          The stuff sack and a roomy storage bag are included.`,
          features: `Box baffles without cold seams
          Zip guard that does not bite the fabric
          Collar closes with one hand
          Storage sack included
          Two bags of the same line zip together`,
        }),
        leaf("Headlamps", {
          brands: "Lumenhof Trail | Ledgeworks | Kodak Ridge | Nightjar",
          lines: "Beacon | Comet | Dusk | Ember | Lynx | Owl | Pathfinder | Strobe",
          nouns: "Headlamp | Running Headlamp | Caving Headlamp",
          materials: "Polycarbonate | Machined Aluminum",
          options: "Color = Graphite, Lime, Flame",
          price: [24, 129],
          weight: [2, 7],
          weightUnit: "ounce",
          size: [
            [2.5, 4],
            [1.8, 3],
            [1.5, 3],
          ],
          facts:
            "Output = 300 lm, 450 lm, 900 lm | Battery = USB-C 1250 mAh, 3 × AAA, Hybrid | Ingress = IPX4, IP67, IPX8 | Burn time low = 80 h, 120 h, 160 h | Red light = Yes, No",
          about: `The {line} does one thing at a time and you can find each of them with gloves on.
          {brand} mixes a flood and a spot, so your feet and the next cairn are both lit.
          It dims by itself before it dies, which is how a lamp should say goodbye.
          A lock keeps it dark in the pack.`,
          features: `Red mode that does not step through white
          Battery gauge in plain sight
          Switch works with gloves
          Strap washes clean
          Lockout for travel`,
        }),
      ],
    ),
  ],
};

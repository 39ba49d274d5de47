import { leaf, section, type Department } from "./leaf.ts";

export const lightingAndDecor: Department = {
  name: "Lighting & Decor",
  sections: [
    section(
      "Lighting",
      `Wipe with a dry microfiber cloth once the lamp is cold; glass cleaners dull the lacquer.
      Wired fittings should be installed by a qualified electrician to your local code.
      The finish is covered for two years and the wiring for five.`,
      [
        leaf("Pendant Lights", {
          brands:
            "Lumenhof | Åsen & Dal | Wick & Ward | Solbjerg | Northlight Works | Maison Clairval",
          lines:
            "Halden | Mira | Fjord | Osier | Calla | Tarn | Vesper | Oslo | Brae | Linden | Sunniva | Étoile",
          nouns: "Pendant Light | Dome Pendant | Bell Pendant | Cluster Pendant | Mini Pendant",
          materials:
            "Spun Aluminum | Opal Glass | Hand-Blown Glass | Perforated Steel | Turned Ash",
          options:
            "Finish = Matte Black, Brushed Brass, White, Sage | Diameter = 8 in, 12 in, 16 in",
          price: [64, 389],
          weight: [2.2, 9.5],
          size: [
            [8, 18],
            [8, 18],
            [7, 16],
          ],
          facts:
            "Bulb base = E26, GU24, Integrated LED | Maximum wattage = 40 W, 60 W | Cord length = 60 in, 72 in, 96 in | Dimmable = Yes, With a compatible dimmer | Location rating = Dry, Damp",
          about: `The {line} from {brand} throws a wide, even pool of light without showing the bulb.
          Its {material} shade is finished by hand, so no two are exactly alike.
          Hang one over a breakfast nook or three in a row above an island.
          A matching canopy and a braided cord are in the box, together with every screw you need.`,
          features: `Shade rolled at the rim so that the edge never looks raw
          Cord shortens without tools from the canopy
          Canopy covers a standard 4-inch junction box
          Suits sloped ceilings up to 45 degrees
          Tested to UL 1598 for permanent installation`,
        }),
        leaf("Floor & Table Lamps", {
          brands:
            "Lumenhof | Wick & Ward | Solbjerg | Parlour & Pine | Tobias Grey | Komorebi 木漏れ日",
          lines:
            "Arden | Gantry | Hollis | Nils | Reading Room | Juniper | Beacon | Pivot | Marlow | Søren | Ember",
          nouns: "Arc Floor Lamp | Tripod Floor Lamp | Task Lamp | Table Lamp | Bedside Lamp",
          materials:
            "Powder-Coated Steel | Turned Walnut | Glazed Stoneware | Solid Brass | Washi Paper",
          options: "Finish = Matte Black, Antique Brass, Walnut, White",
          price: [48, 329],
          weight: [3, 18],
          size: [
            [9, 18],
            [9, 18],
            [15, 62],
          ],
          facts:
            "Bulb base = E26, E12, Integrated LED | Switch = In-line rocker, Foot dimmer, Touch dimmer | Cord length = 6 ft, 8 ft | Shade = Linen drum, Metal cone, Paper globe",
          about: `Made for the corner where you actually read, the {line} puts light on the page and not in your eyes.
          {brand} weights the base so that a cat, a toddler or a careless elbow will not tip it.
          The {material} body ages well and takes a knock.
          It ships in two pieces and goes together in about five minutes.`,
          features: `Weighted base with a felt pad that spares the floor
          Joint holds its position without knobs
          Fabric-wrapped cord with a polarized plug
          Warm 2700 K bulb included
          Shade lifts off for dusting`,
        }),
        leaf("Wall Sconces", {
          brands: "Åsen & Dal | Northlight Works | Maison Clairval | Gable Lighting | Wick & Ward",
          lines:
            "Alcove | Bracket | Corso | Dovetail | Hearth | Lantern | Portico | Swing Arm | Stair | Vitrine",
          nouns: "Wall Sconce | Swing-Arm Sconce | Up-and-Down Sconce | Bath Sconce",
          materials: "Solid Brass | Cast Aluminum | Ribbed Glass | Forged Steel",
          options: "Finish = Aged Bronze, Brushed Brass, Polished Nickel, Matte Black",
          price: [54, 249],
          weight: [1.6, 6],
          size: [
            [4, 8],
            [5, 11],
            [8, 18],
          ],
          facts:
            "Bulb base = E26, E12, G9 | Mounting = Hardwired, Plug-in, Hardwired or plug-in | Location rating = Damp, Wet | Backplate = 4.5 in round, 5 in square",
          about: `A pair of {line} sconces frees the nightstand and flatters the wall behind them.
          {brand} casts the arm in one piece, which is why it does not droop after a year.
          The {material} catches the light even when the lamp is off.
          The backplate hides the screws and an untidy hole in the plaster alike.`,
          features: `Mounts up or down
          Backplate covers old junction boxes
          Arm swings through 180 degrees where fitted
          Seals against steam in bathrooms
          Hardware for drywall and masonry included`,
        }),
      ],
    ),
    section(
      "Decor",
      `Dust with a soft, dry cloth and keep out of standing water.
      Natural materials vary in grain and tone; that is not a defect.
      Returns are accepted within 30 days in the original packing.`,
      [
        leaf("Mirrors", {
          brands: "Parlour & Pine | Maison Clairval | Vitrum Atelier | Holloway Glass",
          lines:
            "Aurelia | Bastide | Crescent | Deco | Lido | Margaux | Orchard | Regent | Soleil | Tudor",
          nouns: "Wall Mirror | Arched Mirror | Round Mirror | Leaning Mirror",
          materials: "Metal-Framed | Oak-Framed | Beveled | Rattan-Framed",
          options: "Finish = Brushed Brass, Matte Black, Light Oak | Size = Small, Medium, Large",
          price: [79, 449],
          weight: [8, 42],
          size: [
            [20, 34],
            [1, 2.5],
            [24, 66],
          ],
          facts:
            "Glass = 5 mm silvered float, 4 mm low-iron | Hanging = Portrait or landscape, Portrait only | Backing = MDF with safety film, Plywood | Edge = Polished, Beveled 1 in",
          about: `The {line} makes a narrow hall look a room wider.
          {brand} silvers the glass on a copper-free line, which keeps the edges from blackening in a humid bath.
          The {material} design is slim enough to sit above a vanity and strong enough to lean.
          Brackets are set at the factory, so it hangs level the first time.`,
          features: `Copper-free silvering resists black edge
          Safety film holds the glass together if it breaks
          Brackets and a paper template included
          Hangs in portrait or landscape where marked
          Packed in a corner-braced crate`,
        }),
        leaf("Vases & Vessels", {
          brands: "Tonwerk | Kiln & Kettle | Hagi Kōbō 萩工房 | Loam Studio | Maison Clairval",
          lines:
            "Amphora | Bud | Cairn | Dune | Furrow | Hana | Ikat | Luna | Pebble | Ridge | Tsubo",
          nouns: "Bud Vase | Bottle Vase | Table Vase | Floor Vase | Footed Bowl",
          materials: "Stoneware | Porcelain | Reactive-Glaze Stoneware | Recycled Glass",
          options: "Color = Oyster, Terracotta, Petrol, Charcoal | Height = 6 in, 10 in, 14 in",
          price: [18, 139],
          weight: [1, 9],
          size: [
            [4, 9],
            [4, 9],
            [6, 18],
          ],
          facts:
            "Glaze = Matte, Gloss, Reactive | Watertight = Yes, Yes with liner | Made by = Wheel-thrown, Slip-cast, Mouth-blown",
          about: `One stem is enough for the {line}; a whole armful suits it too.
          Each {noun} from {brand} is glazed on the outside and left raw at the foot.
          The {material} body is fired hot enough to hold water overnight without a ring.
          Small differences in color come from the kiln and are part of the piece.`,
          features: `Holds water without a liner
          Foot sanded smooth for wooden tables
          Neck sized for a single stem or a small bunch
          Rinse clean with warm water
          Packed in molded paper pulp`,
        }),
      ],
    ),
  ],
};

import { leaf, section, type Department } from "./leaf.ts";

export const cycling: Department = {
  name: "Cycling",
  sections: [
    section(
      "Riding Gear",
      `Wash cold on a gentle cycle and dry in the shade.
      Replace a helmet after any crash, even when no damage shows.
      Crash replacement is half price within three years.`,
      [
        leaf("Bike Helmets", {
          brands: "Peloton Nord | Velaro | Kapsel | Grit & Gravel | Ruota Bianca",
          lines:
            "Aero | Bergamo | Commuter | Descent | Flow | Koppen | Metro | Ridge | Sprint | Trailhead",
          nouns: "Road Helmet | Trail Helmet | City Helmet | Youth Helmet",
          materials: "In-Mold Polycarbonate | EPS and Carbon | ABS Shell",
          options: "Color = White, Matte Black, Petrol, Marigold | Size = S, M, L",
          price: [49, 259],
          weight: [9, 16],
          weightUnit: "ounce",
          size: [
            [10, 13],
            [8, 10],
            [6, 8],
          ],
          facts:
            "Vents = 9, 14, 18, 22 | Rotational protection = Yes, No | Fit system = Dial, Dial with occipital height | Standard = CPSC, CPSC and EN 1078 | Light mount = Yes, No",
          about: `You stop noticing the {line} before you reach the end of the street.
          {brand} moves air in over the brow and out behind the ears, where the heat is.
          The {material} build keeps the weight low without shaving the shell.
          Straps lie flat and adjust from the buckle.`,
          features: `Dial fits one-handed on the move
          Magnetic buckle that gloves can work
          Washable pads, with a spare set in the box
          Ponytail friendly
          Half-price crash replacement`,
        }),
        leaf("Cycling Gloves", {
          brands: "Velaro | Grit & Gravel | Ruota Bianca | Fjellrev Velo",
          lines: "Cobble | Drops | Gel | Mistral | Singletrack | Tempo | Winterroad",
          nouns: "Cycling Gloves | Gravel Gloves | Winter Cycling Gloves | Fingerless Gloves",
          materials: "Goatskin Palm | Clarino Palm | Neoprene | Merino Blend",
          options: "Color = Black, Navy, Flame | Size = S, M, L, XL",
          price: [22, 84],
          weight: [1.6, 4],
          weightUnit: "ounce",
          size: [
            [7, 10],
            [4, 5],
            [1, 2],
          ],
          facts:
            "Padding = None, 2 mm gel, 4 mm foam | Touchscreen = Yes, No | Season = Summer, Mild, Winter | Closure = Pull-on, Hook and loop",
          about: `Numb fingers are a fitting problem, and the {line} solves it with less padding, placed better.
          {brand} cuts the {material} in one piece across the bar.
          Seams sit outside, so there is nothing to rub after four hours.
          A towel panel on the thumb does what it is for.`,
          features: `Seams on the outside
          Pull tabs between the fingers
          Works a phone screen where marked
          Reflective at the wrist
          Machine washable`,
        }),
      ],
    ),
    section(
      "Components & Bags",
      `Check every bolt to the printed torque before the first ride.
      Clean with water and mild soap; never with a pressure washer.
      Two-year guarantee, five on frames and rails.`,
      [
        leaf("Saddles", {
          brands: "Ruota Bianca | Sattlerei Moor | Velaro | Peloton Nord",
          lines:
            "Audax | Bivio | Century | Corsa | Grand Tour | Lana | Paris | Randonneur | Stelvio",
          nouns: "Road Saddle | Touring Saddle | Gravel Saddle | Leather Saddle",
          materials:
            "Vegetable-Tanned Leather | Microfiber | Carbon-Reinforced Nylon | 3D-Printed Lattice",
          options: "Color = Black, Tobacco, Camel | Width = 143 mm, 155 mm, 168 mm",
          price: [49, 279],
          weight: [7, 19],
          weightUnit: "ounce",
          size: [
            [10, 11.5],
            [5.5, 7],
            [2, 4],
          ],
          facts:
            "Rails = Chromoly 7 mm, Titanium 7 mm, Carbon 7 × 9 mm | Cutout = Full, Pressure channel, None | Rider position = Upright, Sport, Race | Weight limit = 240 lb, 265 lb, No limit",
          about: `Give the {line} three weeks and it will know you.
          {brand} stretches the {material} top over a shell that flexes where the sit bones land.
          The nose is short and low, so shorts do not catch.
          Scuff guards at the corners take the wall so that the cover does not.`,
          features: `Flexes under the sit bones only
          Corners guarded against scuffs
          Fits every two-bolt and single-bolt post
          Rails printed with a scale
          Thirty days to try it`,
        }),
        leaf("Panniers & Racks", {
          brands: "Grit & Gravel | Ortlund | Peloton Nord | Cargo Lane | Wayfare",
          lines: "Back Roads | Carryall | Depot | Harbor | Market | Office | Porter | Tandem",
          nouns: "Pannier Pair | Single Pannier | Handlebar Bag | Rear Rack | Saddle Bag",
          materials: "Welded Tarpaulin | Waxed Canvas | Recycled Cordura | Tubular Aluminum",
          options: "Color = Slate, Mustard, Olive",
          price: [39, 199],
          weight: [1, 4.6],
          size: [
            [11, 17],
            [8, 14],
            [5, 9],
          ],
          facts:
            "Volume = 3 L, 12 L, 20 L, 40 L per pair | Waterproof = IP64, Showerproof | Mount = Cam hook, Strap, Bolt-on | Load limit = 11 lb, 20 lb, 55 lb",
          about: `Groceries one way and a laptop the other: the {line} does not mind.
          {brand} locks the {noun} to the rail with a cam that opens from the handle.
          The {material} body is seamed on the outside, so the corners empty out.
          Reflective panels work from the side, which is where cars come from.`,
          features: `Comes off with one hand
          Rail adapters for 8 to 16 mm
          Reflective from the side
          Spare hooks sold for years
          Stands up by itself`,
        }),
        leaf("Bike Lights", {
          brands: "Nightjar | Lumenhof Trail | Peloton Nord | Kapsel",
          lines: "Axle | Bolt | Cat's Eye | City | Dynamo | Glow | Lantern | Watt",
          nouns: "Front Light | Rear Light | Light Set | Helmet Light",
          materials: "Machined Aluminum | Polycarbonate",
          options: "Color = Black, Silver",
          price: [19, 149],
          weight: [1.5, 8],
          weightUnit: "ounce",
          size: [
            [3, 5],
            [1.5, 3],
            [1.2, 2.5],
          ],
          facts:
            "Output = 50 lm, 250 lm, 600 lm, 1200 lm | Charging = USB-C, Dynamo | Ingress = IPX5, IPX6, IP67 | Run time = 2 h, 5 h, 12 h, 60 h flash",
          about: `The {line} lights the road and leaves the eyes of people coming the other way alone.
          {brand} cuts the beam off like a car's headlight.
          The mount turns through ten degrees for curved bars.
          It remembers the mode you left it in.`,
          features: `Cutoff beam that does not dazzle
          Tool-free mount for round and aero bars
          Fuel gauge in four steps
          Sealed charging port
          Daytime flash seen at half a mile`,
        }),
      ],
    ),
  ],
};

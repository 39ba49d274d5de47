import { leaf, section, type Department } from "./leaf.ts";

export const toolsAndWorkshop: Department = {
  name: "Tools & Workshop",
  sections: [
    section(
      "Hand Tools",
      `Wipe with an oiled rag after use and keep in a dry drawer.
      Not insulated for live work unless the handle is marked 1000 V.
      Forged parts are guaranteed for life.`,
      [
        leaf("Screwdrivers & Bits", {
          brands: "Hartwell | Zwingmann | Ironbridge | Fasten & Co. | Tatara 鑪",
          lines: "Bench | Electrician | Fine Line | Grip | Journeyman | Precision | Shop | Torque",
          nouns:
            "Screwdriver Set | Precision Driver Set | Bit Set | Ratcheting Screwdriver | Insulated Driver Set",
          materials: "Chrome-Vanadium | S2 Steel | Chrome-Molybdenum",
          options: "Set = 6 pieces, 12 pieces, 32 pieces",
          price: [14, 119],
          weight: [0.6, 4],
          size: [
            [7, 13],
            [4, 9],
            [1.4, 3],
          ],
          facts:
            "Tips = Slotted and Phillips, Torx, Mixed | Insulated = 1000 V VDE, No | Handle = Two-component, Beech, Cellulose acetate | Case = Roll, Rack, Molded case",
          about: `A tip that fits does not cam out, and the {line} tips fit.
          {brand} hardens the {material} shafts end to end, so the blade does not twist before the screw does.
          The handle has flats that keep it from rolling off the bench.
          Sizes are stamped in white on the cap, where you look for them.`,
          features: `Tips machined after hardening
          Size marked on the cap
          Does not roll on a sloped lid
          Hex bolster takes a wrench
          Case holds every piece upside down`,
          colors: ["Red", "Cobalt", "Signal Yellow", "Black"],
        }),
        leaf("Wrenches & Sockets", {
          brands: "Hartwell | Ironbridge | Zwingmann | Northgate Tool",
          lines: "72-Tooth | Crew | Flank | Garage | Long Reach | Metric Pro | Roadside | Stubby",
          nouns:
            "Combination Wrench Set | Socket Set | Adjustable Wrench | Torque Wrench | Ratchet",
          materials: "Chrome-Vanadium | Black-Oxide Steel | Chrome-Molybdenum",
          options: "Drive = 1/4 in, 3/8 in, 1/2 in",
          price: [19, 249],
          weight: [0.9, 14],
          size: [
            [8, 20],
            [3, 12],
            [1.5, 4],
          ],
          facts:
            "Sizes = SAE, Metric, SAE and metric | Teeth = 72, 90, 120 | Finish = Full polish, Satin chrome, Black oxide | Standard = ASME B107, DIN 3113",
          about: `Rounded nuts are why flank drive was invented, and the {line} grips on the flats.
          {brand} drop-forges each {noun} and broaches it afterward.
          The {material} body is polished only where a hand goes.
          Marks are rolled in deep and stay legible under grease.`,
          features: `Grips on the flats, not the corners
          Short swing for tight bays
          Deep-rolled size marks
          Rebuild kits for every ratchet
          Rail lifts out of the case and fits a drawer`,
          colors: ["Chrome", "Brushed Steel"],
        }),
        leaf("Hammers & Striking", {
          brands: "Ironbridge | Hickory Lane | Zwingmann | Hartwell",
          lines: "Anvil | Dead Blow | Frame | Finish | Mason | Rip | Smith",
          nouns:
            "Framing Hammer | Claw Hammer | Dead-Blow Mallet | Ball-Peen Hammer | Sledgehammer",
          materials: "Hickory-Handled | Fiberglass-Handled | One-Piece Forged",
          options: "Head = 10 oz, 16 oz, 22 oz",
          price: [18, 98],
          weight: [1, 8],
          size: [
            [11, 16],
            [4, 6],
            [1, 2.5],
          ],
          facts:
            "Face = Smooth, Milled | Handle = Hickory, Fiberglass, Steel with grip | Nail set = Magnetic, None | Length = 13 in, 16 in, 18 in",
          about: `The {line} swings true because the weight is where the nail is.
          {brand} fits the {material} design with a wedge that gets tighter with work.
          The claw reaches nails that others tear in half.
          A handle is a wear part here: new ones are on the shelf.`,
          features: `Balanced a hand's width below the head
          Claw thin enough for finish nails
          Handles replaceable
          Grip that does not blister
          Face crowned to spare the trim`,
          colors: ["Tobacco", "Red", "Charcoal"],
        }),
        leaf("Planes & Chisels", {
          brands: "Tatara 鑪 | Sheffield Row | Hollow & Edge | Kanna-dō",
          lines: "Block | Cabinet | Jack | Joiner | No. 4 | Paring | Rabbet | Timber",
          nouns: "Bench Chisel Set | Block Plane | Smoothing Plane | Mortise Chisel | Spokeshave",
          materials: "O1 Tool Steel | PM-V11 Steel | Ductile Iron | Laminated Steel",
          options: "Set = Single, Set of 3, Set of 6",
          price: [34, 329],
          weight: [0.6, 7],
          size: [
            [6, 14],
            [2, 8],
            [1.5, 5],
          ],
          facts:
            "Hardness = 59 HRC, 61 HRC, 63 HRC | Sole = Flat to 0.0015 in, Not applicable | Handle = Hornbeam, Red oak, Cocobolo | Bevel = 25°, 30°",
          about: `Shavings you can read through are a matter of a flat sole and a hard edge, and the {line} has both.
          {brand} laps the back at the factory, which saves an evening.
          The {material} parts leave the kiln before they are ground to size.
          It takes a honing well and holds it through a day of oak.`,
          features: `Back lapped flat
          Sides ground for dovetails
          Adjuster without backlash
          Handles turned for mallets
          Ships oiled and wrapped`,
          colors: ["Light Oak", "Walnut", "Cherry"],
        }),
      ],
    ),
    section(
      "Storage & Safety",
      `Clean with a damp cloth; solvents cloud plastics.
      Replace protective gear that shows cuts, cracks or stiffness.
      Hinges, latches and drawer slides are covered for ten years.`,
      [
        leaf("Tool Chests & Boxes", {
          brands: "Northgate Tool | Stackwell | Hartwell | Depot & Dock",
          lines: "Cantilever | Field | Modular | Pack | Rack | Roller | Shop | Tote",
          nouns: "Tool Box | Tool Chest | Rolling Cabinet | Parts Organizer | Tool Bag",
          materials: "20-Gauge Steel | Impact Polymer | 1680D Polyester | Baltic Birch",
          options: "Color = Red, Graphite, Cobalt",
          price: [29, 649],
          weight: [3, 120],
          size: [
            [16, 42],
            [9, 19],
            [8, 38],
          ],
          facts:
            "Drawers = None, 3, 5, 9 | Lock = Keyed, Padlock eye, None | Slides = Ball bearing, Friction | Load = 50 lb, 100 lb, 1200 lb",
          about: `Everything in the {line} can be found with the lights off.
          {brand} welds the corners and folds the edges in, so sleeves and skin stay whole.
          Drawers run the full depth of the {material} case and stop before they fall out.
          Stack two, roll three, lock all of them.`,
          features: `Full-extension drawers
          Folded edges throughout
          Liners cut to size
          Handles on both sides
          Keys cut alike on request`,
        }),
        leaf("Work Gloves", {
          brands: "Depot & Dock | Hickory Lane | Gripwell | Fasten & Co.",
          lines: "Driver | Dock | Frost | Grip | Mechanic | Rancher | Rigger | Welder",
          nouns: "Work Gloves | Cut-Resistant Gloves | Leather Driver Gloves | Insulated Gloves",
          materials: "Goatskin | Nitrile-Dipped Nylon | Deerskin | HPPE Knit",
          options: "Color = Camel, Charcoal, Blaze Orange | Size = S, M, L, XL, XXL",
          price: [9, 64],
          weight: [2, 9],
          weightUnit: "ounce",
          size: [
            [9, 12],
            [4, 6],
            [1, 2.5],
          ],
          facts:
            "Cut level = A1, A4, A6, None | Lining = None, Fleece, 100 g insulation | Pack = 1 pair, 3 pairs, 12 pairs | Standard = ANSI 105, EN 388",
          about: `Good gloves get worn, and the {line} is on your hands by lunch.
          {brand} turns the seams away from the fingertips.
          The {material} grip works wet, oily and cold.
          They break in during the first hour and then stop changing.`,
          features: `Fingertips free of seams
          Keystone thumb
          Grips wet steel
          Knuckle guard that bends
          Sold by the pair and by the dozen`,
        }),
      ],
    ),
  ],
};

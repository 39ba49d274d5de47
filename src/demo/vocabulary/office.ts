import { leaf, section, type Department } from "./leaf.ts";

export const office: Department = {
  name: "Office",
  sections: [
    section(
      "Furniture",
      `Vacuum fabric with a soft brush and blot spills at once.
      Tighten all fasteners again after the first month.
      Mechanisms are guaranteed for twelve years, covers for five.`,
      [
        leaf("Task Chairs", {
          brands: "Sitzwerk | Posture & Co. | Lindqvist Kontor | Alto Seating",
          lines:
            "Aline | Balance | Cadence | Delft | Kontor 4 | Lumbar Pro | Mesh 2 | Tilt | Uppsala",
          nouns: "Task Chair | Mesh Office Chair | Executive Chair | Drafting Chair",
          materials: "3D-Knit | Elastomer Mesh | Wool-Upholstered | Top-Grain Leather",
          options: "Color = Charcoal, Petrol, Stone, Burgundy | Arms = Fixed, 4D adjustable",
          price: [189, 989],
          weight: [32, 62],
          size: [
            [24, 30],
            [24, 29],
            [20, 30],
          ],
          facts:
            "Seat height = 16 to 20 in, 17 to 22 in | Weight limit = 250 lb, 300 lb, 350 lb | Tilt = Synchronous, Knee, Center | Casters = Hard floor, Carpet, Both | Standard = ANSI/BIFMA X5.1",
          about: `The {line} moves when you do and stays put when you stop.
          {brand} ties the back to the seat, so leaning does not untuck a shirt.
          The {material} surface lets the day's heat out.
          Five controls, all reachable without bending, none that need a manual.`,
          features: `Synchronous tilt with four stops
          Lumbar depth set from the seat
          Seat slides two inches
          Parts clip out for repair
          Arrives in one box, eight bolts to fit`,
        }),
        leaf("Sit-Stand Desks", {
          brands: "Lindqvist Kontor | Alto Seating | Planwerk | Stackwell",
          lines: "Ascend | Bureau | Draft | Elevate | Folk | Level | Plane | Rise",
          nouns: "Sit-Stand Desk | Desk Converter | Corner Desk | Writing Desk",
          materials: "Bamboo-Top | Linoleum-Top | Oak-Veneer | Laminate-Top",
          options: "Finish = Bamboo, Walnut, White | Width = 48 in, 60 in, 72 in",
          price: [229, 949],
          weight: [48, 130],
          size: [
            [48, 74],
            [24, 32],
            [5, 9],
          ],
          facts:
            "Height = 24 to 50 in, 28 to 47 in | Lift = 220 lb, 265 lb, 355 lb | Motors = One, Two | Memory = 3 presets, 4 presets, None | Noise = 42 dB, 48 dB",
          about: `Stand for the call and sit for the spreadsheet; the {line} takes four seconds either way.
          {brand} puts a motor in each leg and keeps them level to a millimeter.
          The {material} surface is friendly to bare forearms in January.
          Cables go down one leg and stay out of sight.`,
          features: `Stops when it meets a knee
          Remembers your heights
          Cable tray along the back
          Feet adjust for old floors
          Goes together with the key in the box`,
        }),
        leaf("Desk Lamps & Organizers", {
          brands: "Planwerk | Lumenhof | Stackwell | Parlour & Pine",
          lines: "Align | Bay | Drawer One | Ledger | Margin | Sort | Tidy | Zettel",
          nouns: "Desk Organizer | Monitor Stand | Letter Tray | Drawer Insert | Desk Lamp",
          materials: "Bent Plywood | Powder-Coated Steel | Felt and Oak | Recycled Acrylic",
          options: "Finish = Birch, Matte Black, White",
          price: [19, 129],
          weight: [0.9, 7],
          size: [
            [9, 22],
            [5, 11],
            [2, 14],
          ],
          facts:
            "Assembly = None, Tool-free | Non-slip = Cork feet, Silicone feet | Load = 10 lb, 44 lb, 66 lb",
          about: `The {line} gives each thing on the desk one place and no more.
          {brand} cuts it from {material} panels and finishes every edge you touch.
          It lifts a screen to eye level and hides the keyboard at six.
          Pieces line up with one another, whichever year they were bought.`,
          features: `Feet that do not mark wood
          Cable notch at the back
          Lines up with the rest of the range
          Edges finished all round
          Ships flat where it can`,
        }),
      ],
    ),
    section(
      "Stationery",
      `Keep inks upright and out of the sun.
      Refills in the same format are stocked year round.
      Orders of twelve and more ship in a reusable carton.`,
      [
        leaf("Notebooks", {
          brands: "Zettelmann | Papierhaus Lenz | Kami & Co. 紙 | Field & Folio",
          lines: "Archive | Bullet | Cahier | Daybook | Ledger | Pocket | Sketch | Weekly",
          nouns: "Hardcover Notebook | Softcover Notebook | Planner | Sketchbook | Notebook Set",
          materials: "Linen-Bound | Kraft-Cover | Vegan Leather | Thread-Sewn",
          options: "Color = Navy, Bottle Green, Clay, Black | Ruling = Ruled, Dotted, Plain",
          price: [8, 39],
          weight: [5, 22],
          weightUnit: "ounce",
          size: [
            [5.5, 10],
            [3.5, 7.5],
            [0.4, 1],
          ],
          facts:
            "Pages = 96, 160, 192, 240 | Paper = 80 gsm, 100 gsm, 120 gsm | Opens flat = Yes, No | Numbered = Yes, No",
          about: `It opens flat on the first page, which is all most people ask of a notebook.
          {brand} sews the {line} in signatures and glues nothing that bends.
          The paper takes fountain ink without feathering.
          Two ribbons mark where you are and where you meant to be.`,
          features: `Opens flat from page one
          Pages numbered, index at the front
          Pocket inside the back cover
          Does not bleed through
          Two ribbons`,
        }),
        leaf("Pens & Pencils", {
          brands: "Zettelmann | Graphitwerk | Kami & Co. 紙 | Nib & Barrel",
          lines: "Broad | Clutch | Copyist | Draft 0.5 | Fine | Hex | Rollerline | Studio",
          nouns: "Fountain Pen | Gel Pen Set | Mechanical Pencil | Ballpoint Pen | Pencil Set",
          materials: "Anodized Aluminum | Brass | Resin | Cedar",
          options: "Color = Black, Cobalt, Silver, Red | Tip = Fine, Medium, Broad",
          price: [6, 119],
          weight: [0.6, 6],
          weightUnit: "ounce",
          size: [
            [5.2, 7.5],
            [0.5, 4],
            [0.5, 1.5],
          ],
          facts:
            "Refill = Standard cartridge, G2, 0.5 mm lead | Ink = Black, Blue, None | Nib = Steel, 14k gold, None",
          about: `Starts on the first stroke after a week in a drawer.
          {brand} turns the {line} from {material} stock and polishes the section, not the grip.
          It is heavy enough to write by itself and light enough for an exam.
          Refills are the ordinary kind.`,
          features: `Ordinary refills
          Cap posts without wobble
          Clip that lifts
          Spare lead or cartridge in the box
          Engraving on request`,
        }),
      ],
    ),
  ],
};

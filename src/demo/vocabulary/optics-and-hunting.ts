import { leaf, section, type Department } from "./leaf.ts";

export const opticsAndHunting: Department = {
  name: "Optics & Hunting",
  sections: [
    section(
      "Optics",
      `Blow off grit before you wipe a lens.
      Store with a drying pouch, caps open for an hour after rain.
      Fully transferable lifetime warranty; no receipt needed.`,
      [
        leaf("Riflescopes", {
          brands: "Hollenfels Optik | Longmark | Sierra Ridge Optics | Kestrel & Crown",
          lines: "Backcountry | Crest | Dusk | FFP | Hunter HD | Marksman | Ranger | Summit",
          nouns: "Riflescope | FFP Riflescope | Red Dot Sight | Rimfire Scope",
          materials: "6061 Aluminum | 34 mm Tube | 30 mm Tube",
          options: "Reticle = Duplex, MOA, MRAD | Magnification = 2-10×, 3-15×, 5-25×",
          price: [149, 1899],
          weight: [9, 36],
          weightUnit: "ounce",
          size: [
            [9, 17],
            [3, 5],
            [3, 5],
          ],
          facts:
            "Objective = 32 mm, 42 mm, 50 mm, 56 mm | Tube = 1 in, 30 mm, 34 mm | Click value = 1/4 MOA, 0.1 mrad | Purge = Argon, Nitrogen | Eye relief = 3.5 in, 3.8 in",
          about: `Last light is when the {line} earns its keep.
          {brand} coats every surface that touches air and blackens every edge that does not.
          The {material} body is machined from one bar.
          Turrets track out and back, and stay where they were set.`,
          features: `Turrets return to zero
          Fully multi-coated
          Purged and sealed
          Capped windage
          Generous eye box`,
          colors: ["Matte Black", "Desert Tan"],
        }),
        leaf("Binoculars", {
          brands: "Hollenfels Optik | Kestrel & Crown | Longmark | Mizuumi 湖",
          lines: "Birder | Compact | Field | Glacier | Heron | Meadow | Regatta | Trail",
          nouns: "Binoculars | Compact Binoculars | Rangefinding Binoculars | Marine Binoculars",
          materials: "Magnesium | Polycarbonate | Rubber-Armored Aluminum",
          options: "Color = Fir Green, Black | Magnification = 8×32, 8×42, 10×42, 12×50",
          price: [89, 1499],
          weight: [14, 40],
          weightUnit: "ounce",
          size: [
            [5, 8],
            [5, 7],
            [2, 4],
          ],
          facts:
            "Field of view = 330 ft, 390 ft, 430 ft | Glass = ED, HD, BaK-4 | Close focus = 4.9 ft, 6.5 ft, 10 ft | Waterproof = IPX7, Fogproof | Eye relief = 15 mm, 17 mm, 19 mm",
          about: `Raise the {line} and the warbler is already there.
          {brand} gives the focus wheel one and a quarter turns from your boots to the horizon.
          The {material} frame takes a knock against a truck door.
          Eyecups click out in steps and work with glasses.`,
          features: `Long eye relief for glasses
          Fast focus wheel
          Tripod thread under the hinge
          Tethered caps
          Harness in the box`,
        }),
        leaf("Trail Cameras", {
          brands: "Sierra Ridge Optics | Nightjar | Timberwatch",
          lines: "Browse | Cellular | Dark | Ghost | Ridge | Scrape | Watch",
          nouns: "Trail Camera | Cellular Trail Camera | Solar Trail Camera",
          materials: "Polymer | Reinforced ABS",
          options: "Color = Forest Camo, Coyote",
          price: [59, 329],
          weight: [9, 24],
          weightUnit: "ounce",
          size: [
            [4, 6],
            [3, 5],
            [2.5, 4],
          ],
          facts:
            "Resolution = 20 MP, 32 MP, 48 MP | Trigger = 0.1 s, 0.3 s, 0.5 s | Flash = No-glow 940 nm, Low-glow 850 nm | Power = 8 × AA, 12 × AA, Solar and lithium | Network = LTE, None",
          about: `The {line} wakes in the time it takes a buck to step into frame.
          {brand} leaves the flash dark to eyes and bright to the sensor.
          The {material} case seals on a gasket that can be replaced.
          One set of batteries lasts from velvet to snow.`,
          features: `Wakes before the animal leaves
          Flash that cannot be seen
          Gasket replaceable
          Strap and bracket included
          Names pictures by date and moon`,
        }),
      ],
    ),
    section(
      "Hunting",
      `Treat every firearm as if it were loaded.
      Ships only to a licensed dealer; a copy of the license is required before dispatch.
      Check state and local law before you order.`,
      [
        leaf("Bolt-Action Rifles", {
          brands: "Carrow & Sons | Steinbock | Highmark Arms | Tikvaara",
          lines:
            "Alpine | Fieldmaster | Longreach | Model 12 | Mountain | Sporter | Tracker | Woodsman",
          nouns: "Bolt-Action Rifle | Mountain Rifle | Rimfire Rifle | Varmint Rifle",
          materials: "Walnut-Stocked | Carbon-Stocked | Laminate-Stocked | Synthetic-Stocked",
          options:
            "Chambering = .243 Win, 6.5 Creedmoor, .308 Win, .30-06 | Barrel = 20 in, 22 in, 24 in",
          price: [449, 2299],
          weight: [5.6, 9.4],
          size: [
            [44, 50],
            [9, 12],
            [3, 5],
          ],
          facts:
            "Capacity = 3 + 1, 4 + 1, 5 + 1 | Trigger = Adjustable 2 to 4 lb, Adjustable 1.5 to 3 lb | Safety = Two-position, Three-position | Finish = Blued, Stainless, Cerakote | Threads = 5/8-24, 1/2-28, None",
          about: `Carried all day and used once, the {line} is built for the carrying.
          {brand} laps the bolt by hand and beds the action in the {material} design.
          The trigger breaks clean and is set from outside.
          Each one is fired for accuracy, and the target is in the box.`,
          features: `Accuracy target included
          Bedded action
          Trigger adjusts from outside
          Drilled and tapped
          Ships to a licensed dealer only`,
          colors: ["Walnut", "Graphite", "Coyote"],
          licensed: true,
        }),
        leaf("Shotguns", {
          brands: "Carrow & Sons | Bellini & Corti | Highmark Arms",
          lines: "Citadel | Clays | Covey | Field Grade | Marsh | Sporting | Upland | Waterfowl",
          nouns:
            "Over-Under Shotgun | Semi-Auto Shotgun | Pump-Action Shotgun | Side-by-Side Shotgun",
          materials: "Oil-Finished Walnut | Synthetic-Stocked | Case-Hardened",
          options: "Gauge = 12 ga, 20 ga, 28 ga | Barrel = 26 in, 28 in, 30 in",
          price: [389, 2899],
          weight: [5.8, 8.6],
          size: [
            [32, 49],
            [8, 12],
            [3, 5],
          ],
          facts:
            "Chamber = 2 3/4 in, 3 in, 3 1/2 in | Chokes = Three flush, Five extended | Length of pull = 14.25 in, 14.5 in, Adjustable | Rib = 6 mm vented, 8 mm vented",
          about: `It comes up to the same place every time, and birds notice.
          {brand} regulates the barrels of the {line} at forty yards.
          {material} furniture is checkered by hand where the hands go.
          A soft recoil pad makes the second box as pleasant as the first.`,
          features: `Regulated at 40 yards
          Choke tubes and key included
          Checkered by hand
          Soft recoil pad
          Ships to a licensed dealer only`,
          colors: ["Walnut", "Tobacco", "Forest Camo"],
          licensed: true,
        }),
        leaf("Packs & Game Gear", {
          brands: "Timberwatch | Fjellrev Jakt | Kodak Ridge | Hickory Lane",
          lines: "Blind | Elk | Frame | Haul | Meat Shelf | Stand | Stalk | Tundra",
          nouns: "Hunting Pack | Rifle Case | Game Bag Set | Ground Blind | Chest Harness",
          materials: "500D Cordura | Waxed Canvas | Brushed Tricot | Ripstop Nylon",
          options: "Color = Forest Camo, Coyote, Blaze Orange",
          price: [29, 389],
          weight: [1, 19],
          size: [
            [12, 50],
            [8, 16],
            [3, 12],
          ],
          facts:
            "Volume = 1200 cu in, 2800 cu in, 5000 cu in, Not applicable | Frame = Carbon, Aluminum, None | Quiet face = Yes, No | Load limit = 40 lb, 120 lb, Not applicable",
          about: `Quiet going in and strong coming out: the {line} is made for both halves of the day.
          {brand} brushes the {material} face so it does not rasp on alder.
          The frame carries weight high and close.
          Every buckle works with cold hands and every one can be replaced in the field.`,
          features: `Brushed, quiet face
          Buckles replaceable in the field
          Carries weight close
          Loops where a rifle rides
          Pulls tight when empty`,
        }),
      ],
    ),
  ],
};

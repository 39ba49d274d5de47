import { leaf, section, type Department } from "./leaf.ts";

export const audio: Department = {
  name: "Audio",
  sections: [
    section(
      "Listening",
      `Keep away from moisture unless an IP rating is marked.
      Register within 30 days for a third year of warranty.
      Batteries are covered for 500 charge cycles.`,
      [
        leaf("Headphones", {
          brands: "Auralis | Klangwerk | Tenor & Reed | Otonoha 音の葉 | Brødrene Lyd",
          lines:
            "Aria | Closed | Hush | M-50 | Nocturne | Open Back | Reference | Studio | Transit",
          nouns:
            "Over-Ear Headphones | Wireless Headphones | Noise-Canceling Headphones | In-Ear Monitors | True Wireless Earbuds",
          materials: "Aluminum and Lambskin | Walnut Cup | Magnesium | Recycled Polymer",
          options: "Color = Black, Ivory, Petrol, Silver",
          price: [59, 549],
          weight: [2, 14],
          weightUnit: "ounce",
          size: [
            [4, 9],
            [3, 8],
            [2, 4],
          ],
          facts:
            "Driver = 10 mm dynamic, 40 mm dynamic, 50 mm planar | Impedance = 16 Ω, 32 Ω, 80 Ω, 250 Ω | Connection = 3.5 mm, Bluetooth 5.3, Bluetooth 5.4 and 3.5 mm | Battery = 30 h, 45 h, Not applicable | Codec = AAC, LDAC, Not applicable",
          about: `The {line} gets out of the way of the record.
          {brand} tunes for a flat midrange and lets the bass come from the drums.
          {material} parts keep the weight below the point where you notice it.
          Pads, cable and band unclip and cost what parts ought to cost.`,
          features: `Pads change without tools
          Folds flat
          Two devices at once where wireless
          Cable unplugs at both cups
          Hard case included`,
        }),
        leaf("Speakers", {
          brands: "Klangwerk | Tenor & Reed | Auralis | Hallberg Akustik",
          lines: "Bookend | Canal | Fathom | Monitor 5 | Parlor | Quartet | Shelf | Tower One",
          nouns:
            "Bookshelf Speaker Pair | Powered Speaker Pair | Portable Speaker | Subwoofer | Floorstanding Speaker",
          materials: "Walnut-Veneer | Birch Plywood | Lacquered MDF | Fabric-Wrapped",
          options: "Finish = Walnut, White, Matte Black",
          price: [89, 1199],
          weight: [2, 46],
          size: [
            [6, 14],
            [7, 16],
            [7, 38],
          ],
          facts:
            "Woofer = 4 in, 5.25 in, 6.5 in, 8 in | Response = 38 Hz to 22 kHz, 45 Hz to 22 kHz, 60 Hz to 20 kHz | Sensitivity = 85 dB, 87 dB, 90 dB | Inputs = Binding posts, RCA and optical, Bluetooth and USB-C",
          about: `Close your eyes and the {line} is wider than the wall.
          {brand} matches each pair within half a decibel and writes the numbers on the back.
          The {material} cabinet is braced where it would sing.
          Grilles hold by magnets and look right on or off.`,
          features: `Pairs matched within 0.5 dB
          Braced cabinet
          Magnetic grilles
          Front port suits shelves
          Threaded for wall brackets`,
        }),
        leaf("Turntables", {
          brands: "Hallberg Akustik | Tenor & Reed | Revolve & Sons",
          lines: "45 | Acoustic | Groove | Long Play | One Arm | Platter | Suite | Vinyl 2",
          nouns: "Turntable | Belt-Drive Turntable | Direct-Drive Turntable | Phono Preamp",
          materials: "Walnut Plinth | Acrylic Platter | High-Gloss MDF",
          options: "Finish = Walnut, Black, White",
          price: [129, 1299],
          weight: [5, 24],
          size: [
            [15, 18],
            [13, 15],
            [4, 7],
          ],
          facts:
            "Drive = Belt, Direct, Not applicable | Speeds = 33 and 45, 33 and 45 and 78, Not applicable | Cartridge = Moving magnet fitted, Moving coil ready, Not applicable | Phono stage = Built in, External | Wow and flutter = 0.05 %, 0.12 %, 0.2 %",
          about: `Set the needle down and sit down; the {line} asks for twenty minutes at a time.
          {brand} hangs the motor on its own island, so it hums to itself.
          The {material} parts are there for mass and happen to look good.
          The arm comes balanced and the cartridge aligned.`,
          features: `Motor on its own island
          Arm balanced at the factory
          Dust cover included
          Switchable phono stage where fitted
          Feet adjust for a crooked shelf`,
        }),
      ],
    ),
    section(
      "Recording & Cables",
      `Connect and disconnect with the level down.
      Coil over-under; never around the elbow.
      Plugs and capsules are repaired at cost for as long as we trade.`,
      [
        leaf("Microphones", {
          brands: "Tonfeld | Auralis Pro | Booth & Baffle",
          lines: "Broadcast | C-1 | Condenser | Duet | Field | Ribbon 4 | Session | Voice",
          nouns:
            "Condenser Microphone | Dynamic Microphone | USB Microphone | Shotgun Microphone | Lavalier Kit",
          materials: "Die-Cast Zinc | Machined Brass | Aluminum",
          options: "Color = Nickel, Matte Black",
          price: [69, 699],
          weight: [3, 42],
          weightUnit: "ounce",
          size: [
            [6, 11],
            [3, 8],
            [2, 5],
          ],
          facts:
            "Pattern = Cardioid, Supercardioid, Omni, Switchable | Connection = XLR, USB-C, XLR and USB-C | Self-noise = 5 dBA, 12 dBA, Not applicable | Max SPL = 128 dB, 136 dB, 150 dB",
          about: `Speak across the {line} and it sounds like you, only on a good day.
          {brand} hangs the capsule in rubber, so a bumped desk stays out of the take.
          The {material} body shields what is inside.
          Shock mount and pop filter are in the case, not on a wish list.`,
          features: `Capsule hung in rubber
          Shock mount included
          Pads for loud sources where fitted
          Case that closes
          Frequency plot for each serial number`,
        }),
        leaf("Audio Cables", {
          brands: "Booth & Baffle | Copperlane Audio | Tonfeld",
          lines: "Bench | Gig | Patch | Pro | Silent | Studio | Tour",
          nouns: "XLR Cable | Instrument Cable | RCA Cable | Speaker Cable | USB-C Audio Cable",
          materials: "Oxygen-Free Copper | Silver-Plated Copper | Braided",
          options: "Length = 3 ft, 6 ft, 15 ft, 25 ft",
          price: [9, 119],
          weight: [2, 28],
          weightUnit: "ounce",
          size: [
            [6, 10],
            [6, 9],
            [1, 3],
          ],
          facts:
            "Connectors = Gold-plated, Nickel-plated, Locking | Shield = Braid 95 %, Foil and braid, Spiral | Gauge = 20 AWG, 22 AWG, 24 AWG | Warranty = Lifetime, 10 years",
          about: `It is a wire, and a good one.
          {brand} solders each end of the {line} by hand and heat-shrinks the joint.
          {material} conductors run twisted, with the shield grounded at one end.
          The jacket lies where it is laid, even in the cold.`,
          features: `Soldered by hand
          Strain relief that relieves
          Lies flat in the cold
          Length printed on the plug
          Hook-and-loop tie attached`,
          colors: ["Black", "Red", "Cobalt"],
        }),
      ],
    ),
  ],
};

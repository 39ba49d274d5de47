import { audio } from "./audio.ts";
import { bedAndBath } from "./bed-and-bath.ts";
import { cycling } from "./cycling.ts";
import { garden } from "./garden.ts";
import { kitchenAndDining } from "./kitchen-and-dining.ts";
import type { Department, Leaf } from "./leaf.ts";
import { lightingAndDecor } from "./lighting-and-decor.ts";
import { office } from "./office.ts";
import { opticsAndHunting } from "./optics-and-hunting.ts";
import { outdoorAndClimbing } from "./outdoor-and-climbing.ts";
import { pet } from "./pet.ts";
import { toolsAndWorkshop } from "./tools-and-workshop.ts";

/** The whole category tree: department, section, leaf. */
export const departments: readonly Department[] = [
  lightingAndDecor,
  kitchenAndDining,
  outdoorAndClimbing,
  cycling,
  toolsAndWorkshop,
  office,
  bedAndBath,
  pet,
  garden,
  audio,
  opticsAndHunting,
];

export const allLeaves: readonly Leaf[] = departments.flatMap((department) =>
  department.sections.flatMap((section) => section.leaves),
);

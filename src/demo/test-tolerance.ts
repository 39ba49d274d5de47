import type * as z from "zod/mini";

/** The part of zod's description of a schema that is used here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly in?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly getter?: () => z.ZodMiniType;
}

const readDefinition = (schema: z.ZodMiniType): Definition =>
  schema._zod.def as unknown as Definition;

const inside = (definition: Definition): z.ZodMiniType | undefined =>
  definition.innerType ?? definition.in ?? definition.getter?.();

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An open enumeration is the known values or any string: a known value uses no tolerance. */
const unknownChoice = ({ options = [] }: Definition, value: unknown, path: string): string[] => {
  const known = options.flatMap((option) => Object.values(readDefinition(option).entries ?? {}));
  return known.length === 0 || known.includes(String(value))
    ? []
    : [`${path}: ${String(value)} is not listed`];
};

const inRecord = ({ shape = {} }: Definition, value: unknown, path: string): string[] =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([name, content]) => {
    const field = shape[name];
    return field === undefined
      ? [`${path}.${name} is not in the contract`]
      : toleranceUsed(field, content, `${path}.${name}`);
  });

const inList = ({ element }: Definition, value: unknown, path: string): string[] =>
  element === undefined || !Array.isArray(value)
    ? []
    : value.flatMap((item: unknown, index) => toleranceUsed(element, item, `${path}[${index}]`));

const walks: Readonly<
  Record<string, (definition: Definition, value: unknown, path: string) => string[]>
> = {
  object: inRecord,
  array: inList,
  union: unknownChoice,
};

/**
 * The places where a record is only accepted because parsing is tolerant: fields that the contract lacks and values
 * that no set lists.
 */
export const toleranceUsed = (schema: z.ZodMiniType, value: unknown, path = ""): string[] => {
  if (value === null || value === undefined) return [];
  const definition = readDefinition(schema);
  const walk = walks[definition.type];
  if (walk !== undefined) return walk(definition, value, path);
  const inner = inside(definition);
  return inner === undefined ? [] : toleranceUsed(inner, value, path);
};

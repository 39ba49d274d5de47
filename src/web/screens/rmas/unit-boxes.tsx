import type { RmaItem } from "#contract/rmas.ts";

const perRow = 8;
const maxBoxes = 24;
const [width, height, gap] = [10, 8, 2];

type UnitState = "approved" | "denied" | "open";

const listUnitStates = (item: RmaItem): UnitState[] => {
  const [quantity, approved, denied] = [
    item.quantity ?? 0,
    item.approvedQuantity ?? 0,
    item.deniedQuantity ?? 0,
  ];
  return Array.from({ length: Math.max(quantity, 0) }, (_, unit) =>
    unit < approved ? "approved" : unit < approved + denied ? "denied" : "open",
  );
};

const Box = ({ state, index }: { state: UnitState; index: number }) => {
  const x = (index % perRow) * (width + gap) + 0.5;
  const y = Math.floor(index / perRow) * (height + gap) + 0.5;
  return (
    <g className={`unit-boxes__${state}`}>
      <rect x={x} y={y} width={width - 1} height={height - 1} rx="1" />
      {state === "denied" && (
        <path
          d={`M${x} ${y}l${width - 1} ${height - 1}m0 ${1 - height}l${1 - width} ${height - 1}`}
        />
      )}
    </g>
  );
};

/**
 * A line's units as boxes: filled if approved, crossed out if denied, empty if undecided. The fields beside it show
 * the same numbers, so it is hidden from screen readers; a line of many units has none.
 */
export const UnitBoxes = ({ item }: { item: RmaItem }) => {
  if ((item.quantity ?? 0) > maxBoxes) return null;
  const states = listUnitStates(item);
  const columns = Math.min(perRow, states.length);
  const rows = Math.ceil(states.length / perRow);
  if (rows === 0) return null;
  return (
    <span
      className="unit-boxes"
      aria-hidden="true"
      title="One box per unit: filled is approved, crossed out is denied, empty is undecided"
    >
      <svg width={columns * (width + gap)} height={rows * (height + gap)}>
        {states.map((state, index) => (
          <Box key={index} state={state} index={index} />
        ))}
      </svg>
    </span>
  );
};

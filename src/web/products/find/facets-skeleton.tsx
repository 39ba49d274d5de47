import { SkeletonCell } from "#web/ui/skeleton.tsx";

const groups = [
  ["Stock", 3],
  ["Brand", 8],
  ["Category", 10],
] as const;

/** Holds the filters' space until their choices are known. */
export const FacetsSkeleton = () => (
  <div className="facets" aria-hidden="true">
    {groups.map(([title, lines]) => (
      <div key={title} className="facet facet--coming">
        <span className="label">{title}</span>
        {Array.from({ length: lines }, (_, line) => (
          <span key={line} className="facet__choice">
            <SkeletonCell width={2} />
            <SkeletonCell width={9 + ((line * 5) % 7)} />
          </span>
        ))}
      </div>
    ))}
  </div>
);

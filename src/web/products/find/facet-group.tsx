import type { ReactNode } from "react";

/** One thing that a search can be narrowed by; it folds away. */
export const FacetGroup = ({
  title,
  chosen,
  children,
}: {
  title: string;
  chosen: number;
  children: ReactNode;
}) => (
  <details className="facet" open>
    <summary>
      <span className="label">{title}</span>
      {chosen > 0 && <span className="facet__chosen">{chosen} selected</span>}
    </summary>
    {children}
  </details>
);
